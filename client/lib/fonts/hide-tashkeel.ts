/**
 * Marks that only help to pronounce a word. Hamza and madda (U+0653-0655) belong to letters.
 *
 * @see https://www.unicode.org/charts/PDF/U0600.pdf
 */
const hiddenRanges: readonly (readonly [first: number, last: number])[] = [
  [0x0610, 0x061a],
  [0x064b, 0x0652],
  [0x0656, 0x065f],
  [0x0670, 0x0670],
  [0x06d6, 0x06dc],
  [0x06df, 0x06e4],
  [0x06e7, 0x06e8],
  [0x06ea, 0x06ed],
];

/** An invisible character without width. */
const arabicLetterMark = 0x061c;
const markClass = 3;

type Tables = Map<string, Buffer>;

export const isHiddenMark = (character: number): boolean =>
  hiddenRanges.some(([first, last]) => first <= character && character <= last);

/**
 * A TrueType font in which tashkeel is invisible: its characters share an empty glyph that joining and ligatures skip.
 *
 * @throws {Error} when the font has no empty glyph
 */
export function hideTashkeel(font: Buffer): Buffer {
  const tables = readTables(font);
  const glyphs = readGlyphs(getTable(tables, "cmap"));
  const empty = glyphs.get(arabicLetterMark);
  if (empty === undefined) throw new Error("The font has no Arabic letter mark");
  for (const [first, last] of hiddenRanges)
    for (let character = first; character <= last; character++) glyphs.set(character, empty);
  tables.set("cmap", writeGlyphs(glyphs));
  tables.set("GDEF", addMark(getTable(tables, "GDEF"), empty));
  return writeTables(font.readUInt32BE(0), tables);
}

function getTable(tables: Tables, name: string): Buffer {
  const table = tables.get(name);
  if (!table) throw new Error(`The font has no table ${name}`);
  return table;
}

function readTables(font: Buffer): Tables {
  const entries = Array.from({ length: font.readUInt16BE(4) }, (_, n) => 12 + 16 * n);
  return new Map(
    entries.map((at) => {
      const [offset, length] = [font.readUInt32BE(at + 8), font.readUInt32BE(at + 12)];
      return [font.toString("latin1", at, at + 4), Buffer.from(font.subarray(offset, offset + length))];
    }),
  );
}

/** The glyphs by character, from a subtable of format 12 or 4. */
export function readGlyphs(cmap: Buffer): Map<number, number> {
  const offsets = Array.from({ length: cmap.readUInt16BE(2) }, (_, n) => cmap.readUInt32BE(8 + 8 * n));
  const findSubtable = (format: number) => offsets.find((offset) => cmap.readUInt16BE(offset) === format);
  const [full, basic] = [findSubtable(12), findSubtable(4)];
  if (full !== undefined) return readGroups(cmap.subarray(full));
  if (basic !== undefined) return readSegments(cmap.subarray(basic));
  throw new Error("The font has no character table of format 12 or 4");
}

function readGroups(table: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  for (let n = 0; n < table.readUInt32BE(12); n++) {
    const [first = 0, last = 0, glyph = 0] = [16, 20, 24].map((at) => table.readUInt32BE(at + 12 * n));
    for (let character = first; character <= last; character++)
      glyphs.set(character, glyph + character - first);
  }
  return glyphs;
}

function readSegments(table: Buffer): Map<number, number> {
  const glyphs = new Map<number, number>();
  const size = table.readUInt16BE(6);
  for (let at = 14; at < 14 + size; at += 2) {
    const last = table.readUInt16BE(at);
    const [first = 0, delta = 0, offset = 0] = [1, 2, 3].map((n) => table.readUInt16BE(at + n * size + 2));
    // Offsets count from their own place in the table.
    const glyphsAt = at + 3 * size + 2 + offset;
    for (let character = first; character <= last && character < 0xffff; character++) {
      const glyph = offset === 0 ? character : table.readUInt16BE(glyphsAt + 2 * (character - first));
      if (glyph !== 0) glyphs.set(character, (glyph + delta) & 0xffff);
    }
  }
  return glyphs;
}

/** One subtable of format 12 for Unicode on Windows, which all browsers read. */
function writeGlyphs(glyphs: ReadonlyMap<number, number>): Buffer {
  const sorted = [...glyphs].sort(([a], [b]) => a - b);
  const table = Buffer.alloc(12 + 16 + 12 * sorted.length);
  table.writeUInt16BE(1, 2);
  table.writeUInt16BE(3, 4);
  table.writeUInt16BE(10, 6);
  table.writeUInt32BE(12, 8);
  table.writeUInt16BE(12, 12);
  table.writeUInt32BE(16 + 12 * sorted.length, 16);
  table.writeUInt32BE(sorted.length, 24);
  for (const [n, [character, glyph]] of sorted.entries()) {
    table.writeUInt32BE(character, 28 + 12 * n);
    table.writeUInt32BE(character, 32 + 12 * n);
    table.writeUInt32BE(glyph, 36 + 12 * n);
  }
  return table;
}

/** Replaces the glyph classes by a list at the end of the table in which a glyph is a mark. */
function addMark(table: Buffer, glyph: number): Buffer {
  const classes = readClasses(table.subarray(table.readUInt16BE(4))).set(glyph, markClass);
  const sorted = [...classes].sort(([a], [b]) => a - b);
  const list = Buffer.alloc(4 + 6 * sorted.length);
  list.writeUInt16BE(2, 0);
  list.writeUInt16BE(sorted.length, 2);
  for (const [n, [id, value]] of sorted.entries()) {
    list.writeUInt16BE(id, 4 + 6 * n);
    list.writeUInt16BE(id, 6 + 6 * n);
    list.writeUInt16BE(value, 8 + 6 * n);
  }
  const header = Buffer.from(table);
  header.writeUInt16BE(table.length, 4);
  return Buffer.concat([header, list]);
}

function readClasses(list: Buffer): Map<number, number> {
  const classes = new Map<number, number>();
  const isRanges = list.readUInt16BE(0) === 2;
  const count = list.readUInt16BE(isRanges ? 2 : 4);
  for (let n = 0; n < count; n++) {
    if (!isRanges) classes.set(list.readUInt16BE(2) + n, list.readUInt16BE(6 + 2 * n));
    else
      for (let id = list.readUInt16BE(4 + 6 * n); id <= list.readUInt16BE(6 + 6 * n); id++)
        classes.set(id, list.readUInt16BE(8 + 6 * n));
  }
  return classes;
}

function writeTables(version: number, tables: Tables): Buffer {
  getTable(tables, "head").writeUInt32BE(0, 8);
  const header = Buffer.alloc(12 + 16 * tables.size);
  const power = 2 ** Math.floor(Math.log2(tables.size));
  header.writeUInt32BE(version, 0);
  for (const [n, value] of [tables.size, 16 * power, Math.log2(power), 16 * (tables.size - power)].entries())
    header.writeUInt16BE(value, 4 + 2 * n);
  const parts = [header];
  let offset = header.length;
  for (const [n, [name, table]] of [...tables].entries()) {
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)]);
    header.write(name, 12 + 16 * n, "latin1");
    for (const [at, value] of [getChecksum(padded), offset, table.length].entries())
      header.writeUInt32BE(value, 16 + 16 * n + 4 * at);
    parts.push(padded);
    offset += padded.length;
  }
  const font = Buffer.concat(parts);
  const head = [...tables.keys()].indexOf("head");
  // The sum of a whole font, without this field, and the field are this number.
  font.writeUInt32BE((0xb1b0afba - getChecksum(font)) >>> 0, font.readUInt32BE(20 + 16 * head) + 8);
  return font;
}

function getChecksum(padded: Buffer): number {
  let sum = 0;
  for (let at = 0; at < padded.length; at += 4) sum = (sum + padded.readUInt32BE(at)) >>> 0;
  return sum;
}
