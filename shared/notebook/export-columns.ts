/** The columns of the CSV export, which can be imported. */
export const exportColumns = [
  "id",
  "book",
  "author",
  "isbn",
  "chapter",
  "kind",
  "quote",
  "note",
  "tags",
  "placement",
  "created",
  "changed",
  "audio",
  "url",
] as const;

/** The kind of a row with a heading between marks. */
export const headingKind = "heading";
