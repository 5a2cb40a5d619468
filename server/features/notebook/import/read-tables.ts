import { readCsv } from "#shared/api/read-csv.ts";
import { MarkStyle } from "#shared/marks/mark.ts";
import { exportColumns, headingKind } from "#shared/notebook/export-columns.ts";
import { maxImportedMarks } from "#shared/notebook/import-contract.ts";
import {
  createSourceMark,
  getLinkedSentence,
  type SourceFile,
  type SourceMark,
  toStyle,
  toTime,
} from "./source-mark.ts";

/** The columns of `export-kobo --csv`, which writes no header. */
const koboColumns = ["kind", "title", "author", "created", "changed", "note", "text"] as const;
const koboKinds = ["highlight", "annotation", "bookmark"];

/** Names of the columns in the files of other Kobo exporters, and in those that have the same columns. */
const aliases: Readonly<Record<string, readonly string[]>> = {
  title: ["title", "book title", "booktitle", "book", "volume title"],
  author: ["author", "book author", "authors", "attribution"],
  text: ["text", "highlight", "highlighted text", "quote", "reference text"],
  note: ["annotation", "note", "notes", "comment"],
  created: ["datecreated", "date created", "created", "highlighted at", "date"],
  kind: ["type", "kind"],
  color: ["color", "colour"],
  tags: ["tags"],
  isbn: ["isbn"],
};

/**
 * Reads the CSV export of this site, or of Kobo exporters (export-kobo, and those with a header).
 *
 * @returns null for other tables
 * @throws {CsvError}
 */
export function readTables(text: string): SourceFile | null {
  const rows = readCsv(text, maxImportedMarks + 1);
  const names = (rows[0] ?? []).map((name) => name.trim().toLowerCase());
  if (exportColumns.every((column) => names.includes(column))) {
    const kind = names.indexOf("kind");
    const marks = rows.slice(1).filter((row) => row[kind] !== headingKind);
    return { source: "csv", marks: marks.map((row) => toOwnMark(row, names)) };
  }
  if (rows[0]?.length === koboColumns.length && koboKinds.includes(names[0] ?? "")) {
    return {
      source: "kobo",
      marks: rows.map((row) => toKoboMark((name) => row[koboColumns.indexOf(name as never)])),
    };
  }
  const indexes = new Map(
    Object.entries(aliases).map(([name, others]) => [name, names.findIndex((each) => others.includes(each))]),
  );
  if ((indexes.get("title") ?? -1) < 0 || (indexes.get("text") ?? -1) < 0) return null;
  const marks = rows.slice(1).map((row) => toKoboMark((name) => row[indexes.get(name) ?? -1]));
  return { source: "kobo", marks };
}

function toKoboMark(getCell: (name: string) => string | undefined): SourceMark {
  const isBookmark = /bookmark/i.test(getCell("kind") ?? "");
  return createSourceMark({
    book: { title: getCell("title"), author: getCell("author"), identifiers: [getCell("isbn") ?? ""] },
    text: getCell("text") ?? "",
    note: getCell("note") ?? "",
    style: isBookmark ? null : toStyle(getCell("color")),
    tags: (getCell("tags") ?? "").split(/[,;\n]/),
    createdAt: toTime(getCell("created")),
  });
}

function toOwnMark(row: readonly string[], names: readonly string[]): SourceMark {
  const getCell = (name: (typeof exportColumns)[number]) => unescapeCell(row[names.indexOf(name)] ?? "");
  const [chapter, offset, fraction, end = null] = getCell("audio").split(":").map(Number);
  const hasAudio = chapter !== undefined && offset !== undefined && fraction !== undefined;
  return createSourceMark({
    id: getCell("id"),
    book: { title: getCell("book"), author: getCell("author"), identifiers: getCell("isbn").split(" ") },
    text: getCell("quote"),
    note: getCell("note"),
    style: MarkStyle.safeParse(getCell("kind")).data ?? null,
    tags: getCell("tags").split("\n"),
    createdAt: toTime(getCell("created")),
    sentence: getLinkedSentence(getCell("url")),
    audio: hasAudio ? { chapter, offset, fraction, end } : null,
  });
}

/** Without the apostrophe that the export adds, so that spreadsheets do not run a formula. */
const unescapeCell = (cell: string): string => cell.replace(/^'(?=[\s\p{Cf}]*[=+\-@＝＋－＠\t\r|%])/u, "");
