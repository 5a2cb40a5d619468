import type { Reason } from "#shared/api/problem.ts";
import { CsvError, readCsv } from "#shared/api/read-csv.ts";
import { BookId } from "#shared/books/book.ts";
import { isNumberFact } from "#shared/books/facts.ts";
import { findIsbns } from "#shared/books/isbn.ts";
import { toCanonicalLanguage } from "#shared/books/language.ts";
import { type ChangeColumn, changeColumns, matchColumns, maxCsvRows } from "#shared/publishing/csv.ts";
import { BookChanges } from "#shared/publishing/publishing-book.ts";
import { unprocessableFile } from "#server/http/api/problem.ts";

/** How a row names its book. */
export type BookKey =
  | { readonly by: "id"; readonly id: BookId }
  | { readonly by: "isbn"; readonly isbn: string }
  | { readonly by: "title"; readonly title: string; readonly author: string };

export interface MetadataRow {
  /** The row in the file; the header is 1. */
  readonly row: number;
  readonly key: BookKey;
  readonly changes: BookChanges;
  readonly seriesPosition: number | null | undefined;
}

export interface RowProblem {
  readonly row: number;
  readonly reason: Reason;
}

/**
 * Reads a CSV of metadata.
 *
 * @throws {ProblemError} `unprocessable_file` for a file without the needed columns, or with unknown ones
 */
export function readMetadata(text: string): { rows: MetadataRow[]; problems: RowProblem[]; total: number } {
  const [header = [], ...lines] = parse(text);
  const names = header.map((name) => name.trim());
  const knownColumns: readonly string[] = [...matchColumns, ...changeColumns];
  const unknown = names.find((name) => !knownColumns.includes(name));
  if (unknown !== undefined) throw unprocessableFile({ code: "csv_column_unknown", column: unknown });
  const canMatch = names.includes("id") || names.includes("isbn") || hasTitleAndAuthor(names);
  if (!canMatch) throw unprocessableFile("csv_columns_missing");
  const rows: MetadataRow[] = [];
  const problems: RowProblem[] = [];
  for (const [index, cells] of lines.entries()) {
    const row = index + 2;
    const read = readRow(new Map(names.map((name, at) => [name, (cells[at] ?? "").trim()])));
    if ("code" in read) problems.push({ row, reason: read });
    else rows.push({ row, ...read });
  }
  return { rows, problems, total: lines.length };
}

const hasTitleAndAuthor = (names: readonly string[]) => names.includes("title") && names.includes("author");

function parse(text: string): string[][] {
  try {
    return readCsv(text, maxCsvRows + 1);
  } catch (error) {
    if (error instanceof CsvError) throw unprocessableFile(error.reason);
    throw error;
  }
}

function readRow(cells: ReadonlyMap<string, string>): Omit<MetadataRow, "row"> | Reason {
  const key = readKey(cells);
  if (!key) return { code: "csv_row_without_key" };
  const changes: Record<string, unknown> = {};
  let seriesPosition: number | null | undefined;
  for (const column of changeColumns) {
    const cell = cells.get(column) ?? "";
    if (cell === "") continue;
    const value = readValue(column, cell);
    if (value === undefined) return { code: "csv_value_invalid", column };
    if (column === "seriesPosition") seriesPosition = value as number | null;
    else changes[column] = value;
  }
  const parsed = BookChanges.safeParse(changes);
  if (parsed.success) return { key, changes: parsed.data, seriesPosition };
  return { code: "csv_value_invalid", column: String(parsed.error.issues[0]?.path[0] ?? "") };
}

function readKey(cells: ReadonlyMap<string, string>): BookKey | null {
  const id = cells.get("id");
  if (id) {
    const { data } = BookId.safeParse(id.toLowerCase());
    return data ? { by: "id", id: data } : null;
  }
  const [isbn] = findIsbns([cells.get("isbn") ?? ""]);
  if (isbn) return { by: "isbn", isbn };
  const [title, author] = [cells.get("title"), cells.get("author")];
  return title && author ? { by: "title", title, author } : null;
}

const emptyCell = "-";

/** Undefined for an invalid value. */
function readValue(column: ChangeColumn, cell: string): unknown {
  switch (column) {
    case "isFree":
    case "allowsDownload":
    case "isFeatured":
      return readBoolean(cell);
    case "genres":
    case "tropes":
      return cell === emptyCell
        ? []
        : cell
            .split(";")
            .map((name) => name.trim())
            .filter(Boolean);
    case "series":
      return cell === emptyCell ? null : { name: cell, position: null };
    case "seriesPosition":
      return cell === emptyCell ? null : readNumber(cell);
    case "language":
      return toCanonicalLanguage(cell);
    case "direction":
      return cell.toLowerCase();
    default:
      if (isNumberFact(column)) return cell === emptyCell ? null : readNumber(cell);
      return cell === emptyCell ? "" : cell;
  }
}

function readBoolean(cell: string): boolean | undefined {
  if (/^(true|yes|1)$/i.test(cell)) return true;
  return /^(false|no|0)$/i.test(cell) ? false : undefined;
}

function readNumber(cell: string): number | undefined {
  const value = Number(cell);
  return Number.isFinite(value) ? value : undefined;
}
