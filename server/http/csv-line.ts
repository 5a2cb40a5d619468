type Cell = string | number | boolean | null;

/** One CSV line (RFC 4180). */
export const csvLine = (cells: readonly Cell[]): string => `${cells.map(csvCell).join(",")}\r\n`;

/** Prefixes text that a spreadsheet would execute as a formula with an apostrophe. */
function csvCell(cell: Cell): string {
  if (typeof cell !== "string") return cell === null ? "" : String(cell);
  const escaped = /^[\s\p{Cf}]*[=+\-@＝＋－＠\t\r|%]/u.test(cell) ? `'${cell}` : cell;
  return /[",\r\n']/.test(escaped) ? `"${escaped.replaceAll('"', '""')}"` : escaped;
}
