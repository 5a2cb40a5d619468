import { isFact } from "#shared/books/facts.ts";
import { type BookField, bookFields } from "#shared/publishing/publishing-book.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";

const isField = (name: string): name is BookField | "chapters" | "glossary" =>
  name === "chapters" || name === "glossary" || bookFields.some((field) => field === name);

/** A name without a label is returned as it is. */
export function getFieldLabel(name: string): string {
  return isField(name) ? t(getKey(name)) : name;
}

function getKey(name: BookField | "chapters" | "glossary"): MessageKey {
  if (isFact(name)) return `book.${name}`;
  return name === "kind" ? "publishing.isScripture" : `publishing.${name}`;
}

/** A value of a named field as text. */
export function formatFieldValue(name: string, value: unknown): string {
  return formatValue(name === "kind" ? value === "scripture" : value);
}

/** A value as text. */
export function formatValue(value: unknown): string {
  if (value === null || value === undefined || value === "") return t("publishing.empty");
  if (typeof value === "boolean") return t(value ? "publishing.yes" : "publishing.no");
  if (Array.isArray(value))
    return value.length === 0 ? t("publishing.empty") : formatItems(value.map(formatValue));
  if (typeof value === "object") {
    const { name, title, position, role } = value as Readonly<Record<string, string | number | null>>;
    return [name ?? title, position, role].filter((part) => part !== undefined && part !== null).join(" · ");
  }
  return String(value);
}
