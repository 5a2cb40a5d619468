import { getNormalizedWords, normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { Mark } from "#shared/marks/mark.ts";
import { getStart, type NotebookFilters } from "./filters.ts";

/** Whether a mark passes the filters, as on the server; null without filters. */
export function matchesFilters(filters: NotebookFilters): ((mark: Mark) => boolean) | null {
  const { q = "", kind, style, tag, days } = filters;
  const words = getNormalizedWords(q);
  const from = getStart(days);
  if (words.length === 0 && !kind && !style && !tag && !from) return null;
  return (mark) => {
    const text = normalizeSearchText([mark.anchor.quote?.exact ?? "", mark.note, ...mark.tags].join(" "));
    return (
      words.every((word) => text.includes(word)) &&
      (!kind || isOfKind(mark, kind)) &&
      (!style || mark.style === style) &&
      (!tag || mark.tags.includes(tag)) &&
      (!from || mark.createdAt >= from)
    );
  };
}

function isOfKind({ style, note }: Mark, kind: NonNullable<NotebookFilters["kind"]>): boolean {
  if (kind === "highlight") return style !== null;
  return kind === "note" ? note !== "" : style === null && note === "";
}
