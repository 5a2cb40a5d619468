/** A value of a Lua table constructor; tables are maps, whose array part has the keys 1, 2, …. */
export type LuaValue = string | number | boolean | null | LuaTable;
export type LuaTable = ReadonlyMap<string | number, LuaValue>;

const maxDepth = 32;

export class LuaError extends Error {
  override readonly name = "LuaError";
  readonly line: number;

  constructor(line: number) {
    super(`Lua data, line ${line}`);
    this.line = line;
  }
}

/**
 * Reads a file of Lua data, `return { … }`. Nothing is executed: only tables, strings, numbers, booleans and nil
 * are read.
 *
 * @throws {LuaError} for everything else
 */
export function readLua(text: string): LuaValue {
  const reader = new LuaReader(text);
  reader.skipSpace();
  reader.expectWord("return");
  const value = reader.readValue(0);
  reader.skipSpace();
  if (!reader.isAtEnd()) reader.fail();
  return value;
}

const number = /[-+]?(?:0[xX][\da-fA-F]+|\d+(?:\.\d*)?(?:[eE][-+]?\d+)?|\.\d+)/y;
const word = /[A-Za-z_]\w*/y;
const space = /\s*/y;
const longComment = /--\[(=*)\[/y;
const longString = /\[(=*)\[(?:\r?\n)?([\s\S]*?)\]\1\]/y;
const escapes: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  a: "\x07",
  b: "\b",
  f: "\f",
  v: "\v",
  "\n": "\n",
  "\\": "\\",
  '"': '"',
  "'": "'",
};

class LuaReader {
  readonly #text: string;
  #at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  isAtEnd(): boolean {
    return this.#at >= this.#text.length;
  }

  fail(): never {
    throw new LuaError(this.#text.slice(0, this.#at).split("\n").length);
  }

  /** Space and comments. */
  skipSpace(): void {
    this.#match(space);
    while (this.#text.startsWith("--", this.#at)) {
      const level = this.#match(longComment)?.[1];
      this.#skipTo(level === undefined ? "\n" : `]${level}]`, level !== undefined);
      this.#match(space);
    }
  }

  #skipTo(end: string, isRequired: boolean): void {
    const found = this.#text.indexOf(end, this.#at);
    if (found < 0 && isRequired) this.fail();
    this.#at = found < 0 ? this.#text.length : found + end.length;
  }

  expectWord(name: string): void {
    if (this.#match(word)?.[0] !== name) this.fail();
  }

  readValue(depth: number): LuaValue {
    this.skipSpace();
    const character = this.#text[this.#at];
    if (character === "{") return this.#readTable(depth);
    if (character === '"' || character === "'") return this.#readString(character);
    if (character === "[") return this.#readLongString();
    const digits = this.#match(number)?.[0];
    if (digits !== undefined) return Number(digits);
    const name = this.#match(word)?.[0];
    if (name === "true" || name === "false") return name === "true";
    return name === "nil" ? null : this.fail();
  }

  #match(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at += found[0].length;
    return found;
  }

  #take(character: string): boolean {
    this.skipSpace();
    if (this.#text[this.#at] !== character) return false;
    this.#at += 1;
    return true;
  }

  #readTable(depth: number): LuaTable {
    if (depth >= maxDepth || !this.#take("{")) this.fail();
    const table = new Map<string | number, LuaValue>();
    let next = 1;
    while (!this.#take("}")) {
      const key = this.#readKey(depth);
      table.set(key ?? next, this.readValue(depth + 1));
      if (key === null) next += 1;
      if (this.#take(",") || this.#take(";")) continue;
      if (!this.#take("}")) this.fail();
      return table;
    }
    return table;
  }

  /** `["key"] =`, `[1] =` or `key =`; null for an element of the array part. */
  #readKey(depth: number): string | number | null {
    this.skipSpace();
    const start = this.#at;
    if (this.#text[start] === "[" && !/[[=]/.test(this.#text[start + 1] ?? "")) {
      this.#at += 1;
      const key = this.readValue(depth + 1);
      if (!this.#take("]") || !this.#take("=")) this.fail();
      return typeof key === "string" || typeof key === "number" ? key : this.fail();
    }
    const name = this.#match(word)?.[0];
    if (name !== undefined && this.#take("=")) return name;
    this.#at = start;
    return null;
  }

  #readString(quote: string): string {
    this.#at += 1;
    const parts: string[] = [];
    let bytes: number[] = [];
    const flush = () => {
      if (bytes.length > 0) parts.push(Buffer.from(bytes).toString());
      bytes = [];
    };
    for (;;) {
      const character = this.#text[this.#at];
      if (character === undefined || character === "\n") this.fail();
      this.#at += 1;
      if (character === quote) break;
      const byte = character === "\\" ? this.#readByte() : null;
      if (byte !== null) {
        bytes.push(byte);
        continue;
      }
      flush();
      parts.push(character === "\\" ? this.#readEscape() : character);
    }
    flush();
    return parts.join("");
  }

  /** `\229` or `\xe5`; null for other escapes. */
  #readByte(): number | null {
    const found = this.#match(/x([\da-fA-F]{2})|(\d{1,3})/y);
    if (!found) return null;
    const byte = found[1] ? Number.parseInt(found[1], 16) : Number(found[2]);
    return byte > 255 ? this.fail() : byte;
  }

  #readEscape(): string {
    const code = this.#match(/u\{([\da-fA-F]{1,6})\}/y)?.[1];
    if (code) {
      const point = Number.parseInt(code, 16);
      return point <= 0x10ffff ? String.fromCodePoint(point) : this.fail();
    }
    if (this.#match(/z\s*/y)) return "";
    const escaped = escapes[this.#text[this.#at] ?? ""];
    this.#at += 1;
    return escaped ?? this.fail();
  }

  #readLongString(): string {
    return this.#match(longString)?.[2] ?? this.fail();
  }
}
