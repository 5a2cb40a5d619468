import { type LuaTable, type LuaValue, readLua } from "./read-lua.ts";
import { createSourceMark, isRecord, type SourceMark, toStyle, toTime } from "./source-mark.ts";

const isTable = (value: LuaValue | undefined): value is LuaTable => value instanceof Map;

/**
 * Reads `metadata.epub.lua` of KOReader: `annotations`, or `bookmarks` of versions before 2024.07.
 *
 * @returns null for other Lua files
 * @throws {LuaError} for files with more than data
 */
export function readKoreaderMetadata(text: string): SourceMark[] | null {
  const root = readLua(text);
  if (!isTable(root)) return null;
  const [annotations, bookmarks] = [root.get("annotations"), root.get("bookmarks")];
  const [props, stats] = [root.get("doc_props"), root.get("stats")];
  const getProp = (name: string) =>
    (isTable(props) && props.get(name)) || (isTable(stats) && stats.get(name));
  const identifiers = String(getProp("identifiers") || "").split(/\s+/);
  const book = { title: getProp("title"), author: toAuthors(getProp("authors")), identifiers };
  if (isTable(annotations)) return listTables(annotations).map((item) => toMark(item, book));
  return isTable(bookmarks) ? listTables(bookmarks).map((item) => toOldMark(item, book)) : null;
}

const toAuthors = (value: unknown) =>
  typeof value === "string"
    ? value
        .split(/\\?\n/)
        .map((name) => name.trim())
        .join(", ")
    : undefined;

const listTables = (table: LuaTable): LuaTable[] => [...table.values()].filter(isTable);

type Book = Parameters<typeof createSourceMark>[0]["book"];

const getText = (item: LuaTable, name: string): string => {
  const value = item.get(name);
  return typeof value === "string" ? value : "";
};

function toMark(item: LuaTable, book: Book): SourceMark {
  const drawer = getText(item, "drawer");
  return createSourceMark({
    book,
    text: drawer ? getText(item, "text") : "",
    note: getText(item, "note"),
    style: drawer ? toStyle(item.get("color"), drawer === "underscore") : null,
    createdAt: toTime(getText(item, "datetime")),
    spineIndex: getSpineIndex(item.get("pos0")),
  });
}

/** The title that KOReader gave to a bookmark by itself. */
const automaticText = /@ \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/;

function toOldMark(item: LuaTable, book: Book): SourceMark {
  const isHighlight = item.get("highlighted") === true;
  const [quote, text] = [getText(item, "notes"), getText(item, "text")];
  const note = text === quote || automaticText.test(text) ? "" : text;
  return createSourceMark({
    book,
    text: isHighlight ? quote : "",
    note,
    style: isHighlight ? "yellow" : null,
    createdAt: toTime(getText(item, "datetime")),
    spineIndex: getSpineIndex(item.get("pos0")),
  });
}

/** Of a place such as `/body/DocFragment[4]/body/p[2]/text().10`. */
function getSpineIndex(place: LuaValue | undefined): number | null {
  const number = typeof place === "string" ? /DocFragment\[(\d{1,6})\]/.exec(place)?.[1] : undefined;
  return number ? Number(number) - 1 : null;
}

/** Reads the JSON of KOReader's exporter; null for other JSON. */
export function readKoreaderExport(json: unknown): SourceMark[] | null {
  if (!isRecord(json)) return null;
  const documents = Array.isArray(json["documents"]) ? json["documents"].filter(isRecord) : [json];
  if (!documents.some(({ entries }) => Array.isArray(entries))) return null;
  return documents.flatMap(({ title, author, entries }) =>
    (Array.isArray(entries) ? entries.filter(isRecord) : []).map((entry) =>
      createSourceMark({
        book: { title, author: toAuthors(author) },
        text: entry["text"] as string,
        note: entry["note"] as string,
        style:
          entry["sort"] === "bookmark" ? null : toStyle(entry["color"], entry["drawer"] === "underscore"),
        createdAt: toTime(entry["time"] ?? entry["datetime"]),
      }),
    ),
  );
}
