import type { BookField } from "#shared/publishing/contract.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { type MessageKey, t } from "#client/lib/i18n/i18n.ts";

const labels: Readonly<Record<BookField, MessageKey>> = {
  title: "publishing.title",
  subtitle: "publishing.subtitle",
  description: "publishing.description",
  language: "publishing.language",
  direction: "publishing.direction",
  credits: "publishing.credits",
  genres: "publishing.genres",
  tropes: "publishing.tropes",
  series: "publishing.series",
  isbns: "publishing.isbns",
  publisher: "publishing.publisher",
  publishedYear: "publishing.publishedYear",
  licence: "publishing.licence",
  provenance: "publishing.provenance",
  isFree: "publishing.isFree",
  allowsDownload: "publishing.allowsDownload",
  allowsNarration: "publishing.allowsNarration",
  isFeatured: "publishing.isFeatured",
  kind: "publishing.isScripture",
};

export function getFieldLabel(name: string): string {
  if (name === "chapters") return t("publishing.chapters");
  return name in labels ? t(labels[name as BookField]) : name;
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
