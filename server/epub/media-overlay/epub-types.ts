import type { OverlayKind } from "#shared/reader/overlay.ts";

const typesByKind: Readonly<Record<Exclude<OverlayKind, "">, readonly string[]>> = {
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

const kindByType = new Map(
  Object.entries(typesByKind).flatMap(([kind, all]) =>
    all.map((word) => [word, kind as OverlayKind] as const),
  ),
);

/** The meaning of a skippable `epub:type`; empty for body text. */
export function getOverlayKind(type: string): OverlayKind {
  for (const word of type.trim().split(/\s+/)) {
    const kind = kindByType.get(word);
    if (kind !== undefined) return kind;
  }
  return "";
}

/** The `epub:type` of a kind; null for body text. */
export const getEpubType = (kind: OverlayKind): string | null =>
  kind === "" ? null : (typesByKind[kind][0] ?? null);
