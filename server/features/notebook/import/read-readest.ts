import {
  createSourceMark,
  getCfiSpineIndex,
  isRecord,
  type SourceMark,
  toStyle,
  toTime,
} from "./source-mark.ts";

/** Reads the annotations that Readest exports as JSON; null for other JSON. */
export function readReadestExport(json: unknown): SourceMark[] | null {
  if (!isRecord(json) || json["$format"] !== "readest-annotations") return null;
  const book = isRecord(json["book"]) ? json["book"] : {};
  return toMarks(json["annotations"], book);
}

/** Reads a backup of Readest: `library.json`, and `config.json` in the folder of each book. */
export function readReadestBackup(files: ReadonlyMap<string, unknown>): SourceMark[] | null {
  const library = [...files].find(([path]) => /(^|\/)library\.json$/.test(path))?.[1];
  if (!Array.isArray(library)) return null;
  const books = new Map(library.filter(isRecord).map((book) => [book["hash"], book]));
  return [...files].flatMap(([path, config]) => {
    const hash = /([^/]+)\/config\.json$/.exec(path)?.[1];
    const book = hash === undefined ? undefined : books.get(hash);
    return book && isRecord(config) ? toMarks(config["booknotes"], book) : [];
  });
}

function toMarks(items: unknown, book: Readonly<Record<string, unknown>>): SourceMark[] {
  if (!Array.isArray(items)) return [];
  return items
    .filter(isRecord)
    .filter(({ deletedAt }) => !deletedAt)
    .map(({ type, text, note, style, color, cfi, createdAt }) =>
      createSourceMark({
        book: { title: book["title"], author: book["author"] },
        text: text as string,
        note: note as string,
        style: type === "bookmark" ? null : toStyle(color, style === "underline" || style === "squiggly"),
        createdAt: toTime(createdAt),
        spineIndex: getCfiSpineIndex(cfi),
      }),
    );
}
