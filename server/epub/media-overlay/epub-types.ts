import type { OverlayKind } from "#shared/reader/overlay.ts";

/** The words of EPUB's vocabulary for what may be skipped or left, by our kinds; the first is the one we write. */
const words: Readonly<Record<Exclude<OverlayKind, "">, readonly string[]>> = {
  page: ["pagebreak", "page-list"],
  note: [
    "footnote",
    "footnotes",
    "endnote",
    "endnotes",
    "rearnote",
    "rearnotes",
    "note",
    "noteref",
    "annotation",
    "annoref",
  ],
  table: ["table", "table-row", "table-cell"],
  figure: ["figure"],
  aside: ["sidebar", "aside", "marginalia", "help", "practice"],
};

const kinds = new Map(
  Object.entries(words).flatMap(([kind, all]) => all.map((word) => [word, kind as OverlayKind] as const)),
);

/** What an `epub:type` says that may be left out; empty for the text itself. */
export function getRendererKind(type: string): OverlayKind {
  for (const word of type.trim().split(/\s+/)) {
    const kind = kinds.get(word);
    if (kind !== undefined) return kind;
  }
  return "";
}

/** The `epub:type` that says a kind; null for the text itself. */
export const getEpubType = (kind: OverlayKind): string | null =>
  kind === "" ? null : (words[kind][0] ?? null);
