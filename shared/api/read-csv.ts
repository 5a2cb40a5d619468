import type { Reason } from "./problem.ts";

export class CsvError extends Error {
  override readonly name = "CsvError";
  readonly reason: Reason;

  constructor(reason: Reason) {
    super(reason.code);
    this.reason = reason;
  }
}

const [maxCells, maxCellLength] = [200, 100_000];

/**
 * Parses CSV (RFC 4180) in linear time, with commas, semicolons or tabs, whichever is most frequent in the
 * first line.
 *
 * @throws {CsvError}
 */
export function readCsv(text: string, maxRows: number): string[][] {
  let at = text.startsWith("\uFEFF") ? 1 : 0;
  const parser = new CsvParser(maxRows, getSeparator(text.slice(at, at + maxHeaderLength)));
  while (at < text.length) at = parser.consume(text, at);
  return parser.end();
}

/** Characters of the header line that are inspected. */
const maxHeaderLength = 5_000;

function getSeparator(text: string): string {
  const [head = ""] = text.split(/[\r\n]/, 1);
  const countOccurrences = (character: string) => head.split(character).length;
  return [";", "\t"].reduce(
    (max, character) => (countOccurrences(character) > countOccurrences(max) ? character : max),
    ",",
  );
}

class CsvParser {
  readonly #rows: string[][] = [];
  readonly #maxRows: number;
  readonly #separator: string;
  #row: string[] = [];
  #cell = "";
  #isQuoted = false;
  /** Whether the row has any content: empty lines are skipped. */
  #hasStarted = false;

  constructor(maxRows: number, separator: string) {
    this.#maxRows = maxRows;
    this.#separator = separator;
  }

  /** @returns the next offset */
  consume(text: string, at: number): number {
    const end = findNextDelimiter(text, at, this.#isQuoted ? null : this.#separator);
    this.#add(text.slice(at, end));
    const character = text[end];
    if (character === undefined) return end;
    if (character === '"') return this.#quote(text, end);
    if (character === this.#separator) this.#endCell();
    else if (character === "\n" || character === "\r") this.#endRow();
    else throw new CsvError({ code: "csv_not_text" });
    return end + 1;
  }

  end(): string[][] {
    if (this.#isQuoted) throw new CsvError({ code: "csv_open_quote" });
    this.#endRow();
    return this.#rows;
  }

  #quote(text: string, at: number): number {
    this.#hasStarted = true;
    if (!this.#isQuoted) {
      // Goodreads writes ="978…", so that spreadsheets keep leading zeros.
      this.#isQuoted = this.#cell === "" || this.#cell === "=";
      if (!this.#isQuoted) this.#add('"');
      return at + 1;
    }
    if (text[at + 1] === '"') {
      this.#add('"');
      return at + 2;
    }
    this.#isQuoted = false;
    return at + 1;
  }

  #add(part: string): void {
    if (part === "") return;
    this.#hasStarted = true;
    this.#cell += part;
    if (this.#cell.length > maxCellLength) throw new CsvError({ code: "csv_cell_too_long" });
  }

  #endCell(): void {
    this.#hasStarted = true;
    this.#row.push(this.#cell);
    this.#cell = "";
    if (this.#row.length > maxCells) throw new CsvError({ code: "csv_too_many_columns" });
  }

  #endRow(): void {
    if (this.#hasStarted) {
      this.#endCell();
      this.#rows.push(this.#row);
      if (this.#rows.length > this.#maxRows)
        throw new CsvError({ code: "csv_too_many_rows", max: this.#maxRows });
    }
    this.#row = [];
    this.#hasStarted = false;
  }
}

/**
 * The next separator, quote or line end.
 *
 * @param separator null within quotes
 */
function findNextDelimiter(text: string, from: number, separator: string | null): number {
  const separatorCode = separator?.charCodeAt(0);
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // A quotation mark, or NUL.
    if (code === 34 || code === 0) return at;
    if (separatorCode !== undefined && (code === separatorCode || code === 10 || code === 13)) return at;
  }
  return text.length;
}
