type Cell = string | number | boolean | null;

/** One CSV line (RFC 4180). */
export const toCsvLine = (cells: readonly Cell[]): string => `${cells.map(toCsvCell).join(",")}\r\n`;

/** Prefixes text that a spreadsheet would execute as a formula with an apostrophe. */
function toCsvCell(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const escaped = /^[\s\p{Cf}]*[=+\-@＝＋－＠\t\r|%]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
