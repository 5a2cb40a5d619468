import { CsvError, readCsv } from "#shared/api/read-csv.ts";
import { line } from "#shared/api/schemas.ts";
import { findIsbns } from "#shared/books/isbn.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { LibraryStatus } from "#shared/library/entry.ts";
import { Day } from "#shared/reading-activity/time-zone.ts";
import { maxShelfName } from "#shared/shelves/contract.ts";
import { maxRows, type ShelfRow, type ShelfSource, type SkippedRow } from "./contract.ts";

/** A book's place on a shelf; null where the file has no order. */
export interface ShelfPlace {
  readonly name: string;
  readonly position: number | null;
}

export interface ShelfBook extends Omit<ShelfRow, "book"> {
  readonly key: string;
  /** ISBN-13s of the edition. */
  readonly isbns: readonly string[];
  /** The reader's own shelves or tags. */
  readonly shelves: readonly ShelfPlace[];
}

export interface Shelf {
  readonly source: ShelfSource;
  readonly books: readonly ShelfBook[];
  readonly skipped: readonly SkippedRow[];
}

const columnNames = {
  goodreads: {
    id: "Book Id",
    title: "Title",
    author: "Author",
    status: "Exclusive Shelf",
    stars: "My Rating",
    finished: "Date Read",
    dates: "",
    shelves: "Bookshelves",
    positions: "Bookshelves with positions",
  },
  storygraph: {
    id: "ISBN/UID",
    title: "Title",
    author: "Authors",
    status: "Read Status",
    stars: "Star Rating",
    finished: "Last Date Read",
    dates: "Dates Read",
    shelves: "Tags",
    positions: "",
  },
} as const;
const needed = ["title", "author", "status"] as const;

/** The apostrophe that exports put before what a spreadsheet would execute. */
const guardedFormula = /^'(?=[\s\p{Cf}]*[=+\-@＝＋－＠|%])/u;

/** Columns with the ISBN. */
const isbnColumns = { goodreads: ["ISBN13", "ISBN"], storygraph: ["ISBN/UID"] } as const;

const statuses: ReadonlyMap<string, LibraryStatus> = new Map([
  ["read", "finished"],
  ["currently reading", "currently-reading"],
  ["to read", "want-to-read"],
  ["did not finish", "did-not-finish"],
  ["dnf", "did-not-finish"],
  ["paused", "paused"],
  ["on hold", "paused"],
]);

const [Title, Author] = [line(300), line(300)];

/**
 * Parses the export of Goodreads or StoryGraph.
 *
 * @throws {CsvError} for other files
 */
export function readShelf(text: string): Shelf {
  const [head = [], ...rows] = readCsv(text, maxRows + 1);
  const names = head.map((name) => name.trim());
  const source = (["goodreads", "storygraph"] as const).find((each) =>
    needed.every((column) => names.includes(columnNames[each][column])),
  );
  if (!source) {
    throw new CsvError({ code: "csv_not_shelf" });
  }
  const getIndex = (name: string) => names.indexOf(name);
  const columns = columnNames[source];
  const books = new Map<string, ShelfBook>();
  const skipped: SkippedRow[] = [];
  for (const [n, row] of rows.entries()) {
    const getCell = (column: keyof typeof columns) =>
      (row[getIndex(columns[column])] ?? "").trim().replace(guardedFormula, "");
    const book = toBook(
      source,
      getCell,
      findIsbns(isbnColumns[source].map((name) => row[getIndex(name)] ?? "")),
    );
    if (!book) skipped.push({ line: n + 2, reason: "title" });
    else if (books.has(book.key)) skipped.push({ line: n + 2, reason: "duplicate" });
    else books.set(book.key, book);
  }
  return { source, books: [...books.values()], skipped };
}

type GetCell = (column: keyof (typeof columnNames)[ShelfSource]) => string;

function toBook(source: ShelfSource, getCell: GetCell, isbns: readonly string[]): ShelfBook | null {
  const title = Title.safeParse(getCell("title"));
  if (!title.success) return null;
  const author = Author.safeParse(getCell("author")).data ?? "";
  const id = getCell("id").replace(/^="?|"$/g, "");
  const status = statuses.get(normalizeSearchText(getCell("status"))) ?? null;
  return {
    key: `${source}:${/^[\w-]{1,40}$/.test(id) ? id : `${normalizeSearchText(title.data)}|${normalizeSearchText(author)}`}`.slice(
      0,
      700,
    ),
    title: title.data,
    author,
    isbns,
    status,
    shelves: listShelves(getCell),
    stars: getStars(getCell("stars")),
    finishedOn: status === "finished" ? (getDay(getCell("finished")) ?? findLastDay(getCell("dates"))) : null,
  };
}

const ShelfName = line(maxShelfName);
const namedPosition = /^(.+) \(#(\d{1,9})\)$/;

/** Goodreads lists the shelves for statuses too, and an own status only as the exclusive shelf. */
function listShelves(getCell: GetCell): ShelfPlace[] {
  const positions = new Map(
    getCell("positions")
      .split(",")
      .flatMap((place) => {
        const [, name, position] = namedPosition.exec(place.trim()) ?? [];
        return name ? [[name, Number(position)] as const] : [];
      }),
  );
  const names = [...getCell("shelves").split(","), getCell("status")].flatMap(
    (name) => ShelfName.safeParse(name).data ?? [],
  );
  return [...new Set(names)]
    .filter((name) => !statuses.has(normalizeSearchText(name)))
    .map((name) => ({ name, position: positions.get(name) ?? null }));
}

/** 0 for unrated books. */
function getStars(text: string): number | null {
  const stars = /^\d(?:[.,]\d{1,2})?$/.test(text) ? Number(text.replace(",", ".")) : 0;
  return stars > 0 && stars <= 5 ? stars : null;
}

function getDay(text: string): Day | null {
  const [year, month, day] = listDates(text.split(/[ T]/, 1)[0] ?? "");
  const pad = (n = "") => n.padStart(2, "0");
  return Day.safeParse(`${year}-${pad(month)}-${pad(day)}`).data ?? null;
}

function listDates(text: string): readonly string[] {
  const parts = text.split(/[./-]/);
  const [first = "", second = "", year = ""] = parts;
  if (parts.length !== 3 || year.length !== 4) return parts;
  if (text.includes(".") || Number(first) > 12) return [year, second, first];
  return Number(second) > 12 || first === second ? [year, first, second] : [];
}

/** The last of several reading dates, such as `2023/01/01-2023/01/14, 2024/05/01-2024/05/20`. */
const findLastDay = (text: string): Day | null =>
  (text.match(/\d{4}[/-]\d{1,2}[/-]\d{1,2}/g) ?? [])
    .flatMap((each) => getDay(each) ?? [])
    .toSorted()
    .at(-1) ?? null;

export function getNormalizedTitles(title: string): string[] {
  const titleWithoutSeries = title.replace(/\s*\([^()]*\)\s*$/, "");
  const names = [title, titleWithoutSeries, titleWithoutSeries.split(":")[0] ?? ""].map((name) =>
    normalizeSearchText(name).slice(0, 500),
  );
  return [...new Set(names.filter(Boolean))];
}

export function isProbablySame(a: string, b: string): boolean {
  const splitWords = (name: string) =>
    normalizeSearchText(name)
      .split(" ")
      .filter((word) => word.length > 2);
  const [words, otherWords] = [new Set(splitWords(a)), splitWords(b)];
  return words.size === 0 || otherWords.length === 0 || otherWords.some((word) => words.has(word));
}
