import { describe, expect, test } from "vitest";
import { readMetadata } from "./read-metadata.ts";

const id = "0c4f9b0e-5a1c-4f0e-9d55-3b1c6f6f7a01";
const readRow = (column: string, cell: string) => {
  const { rows, problems } = readMetadata(`id,${column}\n${id},${cell}\n`);
  return rows[0] ? { ...rows[0].changes, position: rows[0].seriesPosition } : problems[0]?.reason;
};

describe("a row of metadata", () => {
  test.each([
    ["isFree", "YES", { isFree: true }],
    ["isFree", "1", { isFree: true }],
    ["allowsDownload", "no", { allowsDownload: false }],
    ["isFeatured", "0", { isFeatured: false }],
    ["genres", " History ;; Poetry;", { genres: ["History", "Poetry"] }],
    ["genres", "-", { genres: [] }],
    ["tropes", "Journey", { tropes: ["Journey"] }],
    ["series", "Evenings", { series: { name: "Evenings", position: null } }],
    ["series", "-", { series: null }],
    ["seriesPosition", "2.5", { position: 2.5 }],
    ["seriesPosition", "-", { position: null }],
    ["publishedYear", "1999", { publishedYear: 1999 }],
    ["publishedYear", "-", { publishedYear: null }],
    ["language", "EN-gb", { language: "en-GB" }],
    ["direction", "RTL", { direction: "rtl" }],
    ["subtitle", "A story", { subtitle: "A story" }],
    ["subtitle", "-", { subtitle: "" }],
    ["subtitle", "", {}],
  ])("with the %s %j changes %o", (column, cell, changes) => {
    expect(readRow(column, cell)).toEqual({ position: undefined, ...changes });
  });

  test.each([
    ["isFree", "maybe"],
    ["isFree", "yes!"],
    ["isFree", "10"],
    ["publishedYear", "MCMXCIX"],
    ["seriesPosition", "second"],
    ["direction", "up"],
  ])("with the %s %j is refused", (column, cell) => {
    expect(readRow(column, cell)).toEqual({ code: "csv_value_invalid", column });
  });

  test("names its book by the first key that is filled in", () => {
    const text = [
      " id ,isbn,title,author",
      `${id.toUpperCase()},9783161484100,T,A`,
      ",978-3-16-148410-0,T,A",
      ",, T ,A",
      ",,T,",
      "no-id,9783161484100,T,A",
    ].join("\n");

    const { rows, problems, total } = readMetadata(text);

    expect(rows.map(({ row, key }) => [row, key])).toEqual([
      [2, { by: "id", id }],
      [3, { by: "isbn", isbn: "9783161484100" }],
      [4, { by: "title", title: "T", author: "A" }],
    ]);
    const reason = { code: "csv_row_without_key" };
    expect(problems).toEqual([
      { row: 5, reason },
      { row: 6, reason },
    ]);
    expect(total).toBe(5);
  });
});

test.each([
  ["id,colour\n", "csv_column_unknown"],
  ["title,subtitle\n", "csv_columns_missing"],
  ["author\n", "csv_columns_missing"],
  ['id\n"', "csv_open_quote"],
])("a file %j is refused", (text, code) => {
  expect(() => readMetadata(text)).toThrow(
    expect.objectContaining({ code: "unprocessable_file", reason: expect.objectContaining({ code }) }),
  );
});
test.each(["isbn\n", "title,author\n"])("a file needs the columns %j", (text) => {
  expect(readMetadata(text)).toEqual({ rows: [], problems: [], total: 0 });
});
