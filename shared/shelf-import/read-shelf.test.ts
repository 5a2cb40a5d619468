import { describe, expect, test } from "vitest";
import { readCsv } from "#shared/api/read-csv.ts";
import { getNormalizedTitles, isProbablySame, readShelf } from "./read-shelf.ts";

const goodreads = "Book Id,Title,Author,ISBN,My Rating,Date Read,Date Added,Exclusive Shelf";
const storygraph = "Title,Authors,ISBN/UID,Format,Read Status,Date Added,Last Date Read,Star Rating";

describe("a CSV file", () => {
  test("is read with quotes, line breaks in them, and either line ending", () => {
    expect(readCsv('\uFEFFa,"b ""c"", d",e\r\n"f\r\ng",="0123",\n\n"",h', 10)).toEqual([
      ["a", 'b "c", d', "e"],
      ["f\r\ng", "=0123", ""],
      ["", "h"],
    ]);
  });

  test.each([
    ['a,"b', "csv_open_quote"],
    ["a,b\0c", "csv_not_text"],
    ["a\n".repeat(11), "csv_too_many_rows"],
    [",".repeat(201), "csv_too_many_columns"],
    ["x".repeat(100_001), "csv_cell_too_long"],
  ])("is refused with a reason: %#", (text, code) => {
    expect(() => readCsv(text, 10)).toThrow(code);
  });

  test.each([";", "\t"])("may use %j as a separator, as spreadsheets do", (character) => {
    const text = ["a,b,c", '"d,""e"" f",="0123",g'].join("\r\n");

    expect(
      readCsv(
        text
          .replace("a,b,c", ["a", "b", "c"].join(character))
          .replace('f",=', `f"${character}=`)
          .replace(",g", `${character}g`),
        10,
      ),
    ).toEqual([
      ["a", "b", "c"],
      ['d,"e" f', "=0123", "g"],
    ]);
  });

  test("may have CR line endings", () => {
    expect(readCsv('a,b\r"c\rd",e\r\rf,g', 10)).toEqual([
      ["a", "b"],
      ["c\rd", "e"],
      ["f", "g"],
    ]);
  });

  test("of quotes only is one cell", () => {
    expect(readCsv('"'.repeat(200_000), 10)).toEqual([['"'.repeat(99_999)]]);
  });
});

describe("own shelves", () => {
  test("of Goodreads have positions; statuses are no shelves", () => {
    const { books } = readShelf(`Title,Author,Bookshelves,Bookshelves with positions,Exclusive Shelf
A,B,"to-read, sci fi, favorites","to-read (#7), sci fi (#3), favorites (#12)",to-read
C,D,,,dnf
'-1 E,F,=cmd(),,kept`);

    expect(books.map(({ title, shelves }) => [title, shelves])).toEqual([
      [
        "A",
        [
          { name: "sci fi", position: 3 },
          { name: "favorites", position: 12 },
        ],
      ],
      ["C", []],
      [
        "-1 E",
        [
          { name: "=cmd()", position: null },
          { name: "kept", position: null },
        ],
      ],
    ]);
  });

  test("of StoryGraph are tags", () => {
    const { books } = readShelf(`Title,Authors,Read Status,Tags
A,B,read,"cozy, solarpunk, cozy"`);

    expect(books[0]?.shelves.map(({ name }) => name)).toEqual(["cozy", "solarpunk"]);
  });
});

describe("books of a shelf export", () => {
  test("of Goodreads", () => {
    const { source, books, skipped } = readShelf(`${goodreads}
12,"The Well (Wells, #1)",Hind Omar,="0123456789",4,2025/03/04,2025/01/01,read
13,=HYPERLINK("http://evil"),Hind,,0,,2025/01/01,to-read
14,A book,,="",9,2025/99/99,2025/01/01,my-own-shelf
15,,Nobody,,0,,,read
12,The Well,Hind Omar,,0,,,read`);

    expect(source).toBe("goodreads");
    expect(books).toEqual([
      {
        key: "goodreads:12",
        title: "The Well (Wells, #1)",
        author: "Hind Omar",
        isbns: ["9780123456786"],
        shelves: [],
        status: "finished",
        stars: 4,
        finishedOn: "2025-03-04",
      },
      {
        key: "goodreads:13",
        title: '=HYPERLINK("http://evil")',
        author: "Hind",
        isbns: [],
        shelves: [],
        status: "want-to-read",
        stars: null,
        finishedOn: null,
      },
      {
        key: "goodreads:14",
        title: "A book",
        author: "",
        isbns: [],
        shelves: [{ name: "my-own-shelf", position: null }],
        status: null,
        stars: null,
        finishedOn: null,
      },
    ]);
    expect(skipped).toEqual([
      { line: 5, reason: "title" },
      { line: 6, reason: "duplicate" },
    ]);
  });

  test("have no status for custom shelves", () => {
    const shelves = ["my-own-shelf", "constructor", "__proto__", "toString", "hasOwnProperty", ""];

    const { books } = readShelf(
      ["Title,Author,Exclusive Shelf", ...shelves.map((shelf, n) => `${n},A,${shelf}`)].join("\n"),
    );

    expect(books.map(({ status }) => status)).toEqual(shelves.map(() => null));
  });

  test("of StoryGraph, in any column order", () => {
    const { source, books } = readShelf(`${storygraph}
رياض الصالحين,النووي,,print,did-not-finish,2025/01/01,2025/02/02,4.25
The Well,Hind,9780000000000,digital,read,2025/01/01,2025-02-02,`);

    expect(source).toBe("storygraph");
    expect(books).toMatchObject([
      { key: "storygraph:رياض الصالحين|النووي", status: "did-not-finish", stars: 4.25, finishedOn: null },
      { key: "storygraph:9780000000000", status: "finished", stars: null, finishedOn: "2025-02-02" },
    ]);
  });

  test("of StoryGraph, by the last read date, without newer columns", () => {
    const { source, books } = readShelf(`Title,Authors,ISBN/UID,Read Status,Dates Read,Star Rating
A,Hind,,read,"2023/01/01-2023/01/14, 2024/05/01-2024/05/20, 2024/03/01",
B,Hind,,read,2022,
C,Hind,,to-read,2023/01/01,`);

    expect(source).toBe("storygraph");
    expect(books.map(({ finishedOn }) => finishedOn)).toEqual(["2024-05-20", null, null]);
  });

  test.each([
    ["2024/02/29", "2024-02-29"],
    ["2024-3-5", "2024-03-05"],
    ["2024/03/05 00:00", "2024-03-05"],
    ["05.03.2024", "2024-03-05"],
    ["25/3/2024", "2024-03-25"],
    ["3/25/2024", "2024-03-25"],
    ["3/3/2024", "2024-03-03"],
    // The fifth of March, or the third of May.
    ["5/3/2024", null],
    ["2023/02/29", null],
    ["2024", null],
    ["yesterday", null],
  ])("were finished on %s: %s", (written, day) => {
    expect(readShelf(`${goodreads}\n1,A,B,,,${written},,read`).books[0]?.finishedOn).toBe(day);
  });

  test("have the ISBNs of their columns, in either notation", () => {
    const [first, second, third] = readShelf(`${goodreads},ISBN13
1,A,,="0306406152",,,,read,="9780306406157"
2,B,,"=""080442957X""",,,,read,"="""""
3,C,,,,,,read,123`).books;
    const [fourth] = readShelf(`${storygraph}\nD,,978-0-306-40615-7,,read,,,`).books;

    expect([first, second, third, fourth].map((book) => book?.isbns)).toEqual([
      ["9780306406157"],
      ["9780804429573"],
      [],
      ["9780306406157"],
    ]);
  });

  test.each(["", "a,b\n1,2", "<html></html>", `${goodreads.replace("Title", "Titel")}\n1,2`])(
    "are not read from other tables: %#",
    (text) => {
      expect(() => readShelf(text)).toThrow("csv_not_shelf");
    },
  );
});

test.each([",", ",a (", " ", " (#1"])("a long list of positions of %j is read at once", (part) => {
  const positions = part.repeat(99_000 / part.length);
  const head = "Title,Author,Exclusive Shelf,Bookshelves with positions";
  const before = process.cpuUsage();

  expect(readShelf(`${head}\nThe Well,Hind,read,"x (#1)${positions}x"`).books).toHaveLength(1);
  expect(process.cpuUsage(before).user / 1e6).toBeLessThan(2);
});

test("match the whole title, without series and subtitle", () => {
  expect(getNormalizedTitles("The Well: A Tale (Wells, #1)")).toEqual([
    "the well a tale wells 1",
    "the well a tale",
    "the well",
  ]);
  expect(getNormalizedTitles("(1)")).toEqual(["1"]);
});

test.each([
  ["Hind Omar", "OMAR, Hind", true],
  ["Imam al-Nawawi", "Al-Nawawī", true],
  ["Hind Omar", "Layla Said", false],
  ["Hind Omar", "", true],
])("%s and %s: %s", (a, b, same) => {
  expect(isProbablySame(a, b)).toBe(same);
});
