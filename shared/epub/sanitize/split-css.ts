import {
  AtKeyword,
  CDC,
  CDO,
  Comment,
  Function as FunctionToken,
  LeftCurlyBracket,
  LeftParenthesis,
  LeftSquareBracket,
  RightCurlyBracket,
  RightParenthesis,
  RightSquareBracket,
  Semicolon,
  String as StringToken,
  tokenize,
  Url,
  WhiteSpace,
} from "css-tree/tokenizer";

/** About 1 MB of CSS without its data URLs. */
const maxTokens = 400_000;
/** css-tree's parser is recursive. */
const maxDepth = 50;
/** css-tree clears memory for the longest part at each call. */
const maxPartLength = 100_000;
/** Shorter parts cost more calls. */
const minPartLength = 1_000;
/** css-tree copies strings by character. */
const maxStringLength = 2_000;

const closers: ReadonlyMap<number, number> = new Map([
  [FunctionToken, RightParenthesis],
  [LeftParenthesis, RightParenthesis],
  [LeftSquareBracket, RightSquareBracket],
  [LeftCurlyBracket, RightCurlyBracket],
]);
const closerTypes: ReadonlySet<number> = new Set(closers.values());
const ignoredTypes: ReadonlySet<number> = new Set([WhiteSpace, Comment, CDO, CDC]);

export interface CssParts {
  /** Each one or more rules, or declarations of a list. */
  readonly parts: readonly string[];
  /** Long data URLs by the names that stand for them in the parts. */
  readonly dataUrls: ReadonlyMap<string, string>;
}

/**
 * Splits CSS into parts that css-tree can parse in bounded time and memory.
 *
 * @returns null when it has too many tokens or is nested too deeply
 */
export function splitCss(css: string, isDeclarationList: boolean): CssParts | null {
  const splitter = new CssSplitter(css, isDeclarationList);
  tokenize(css, (type, start, end) => splitter.add(type, start, end));
  return splitter.finish();
}

class CssSplitter {
  readonly #css: string;
  readonly #isDeclarationList: boolean;
  readonly #parts: string[] = [];
  readonly #dataUrls = new Map<string, string>();
  readonly #expectedClosers: number[] = [];
  #part = "";
  /** End of the source that has been copied into the part. */
  #copied = 0;
  #count = 0;
  #isTooDeep = false;
  /** Of the current rule or declaration. */
  #firstType: number | null = null;

  constructor(css: string, isDeclarationList: boolean) {
    this.#css = css;
    this.#isDeclarationList = isDeclarationList;
  }

  add(type: number, start: number, end: number): void {
    this.#count++;
    if (this.#firstType === null && !ignoredTypes.has(type)) this.#firstType = type;
    if (end - start > maxStringLength && (type === StringToken || type === Url))
      this.#replace(start, end, this.#shorten(type, start, end));
    this.#match(type, start, end);
    if (this.#expectedClosers.length > 0 || !this.#isEnd(type)) return;
    this.#firstType = null;
    if (this.#part.length + end - this.#copied >= minPartLength) this.#endPart(end);
  }

  finish(): CssParts | null {
    this.#endPart(this.#css.length);
    if (this.#isTooDeep || this.#count > maxTokens) return null;
    return { parts: this.#parts, dataUrls: this.#dataUrls };
  }

  #match(type: number, start: number, end: number): void {
    const closer = closers.get(type);
    if (closer !== undefined) {
      if (this.#expectedClosers.length < maxDepth) this.#expectedClosers.push(closer);
      else this.#isTooDeep = true;
    } else if (type === this.#expectedClosers.at(-1)) this.#expectedClosers.pop();
    // css-tree 3.2.1 matches a closer without opener with the rest of its previous source, and does not advance.
    else if (this.#expectedClosers.length === 0 && closerTypes.has(type)) this.#replace(start, end, "!");
  }

  #isEnd(type: number): boolean {
    if (type === Semicolon) return this.#isDeclarationList || this.#firstType === AtKeyword;
    return type === RightCurlyBracket && !this.#isDeclarationList;
  }

  #replace(start: number, end: number, text: string): void {
    this.#part += this.#css.slice(this.#copied, start) + text;
    this.#copied = end;
  }

  /** A string or URL with the name for a long data URL; other long ones become empty. */
  #shorten(type: number, start: number, end: number): string {
    const opening = type === Url ? /^url\(\s*/i : /^["']/;
    const source = this.#css.slice(start, end).replaceAll("\\\n", "").replace(opening, "");
    const value = source
      .trimEnd()
      .replace(/["')]$/, "")
      .trimEnd();
    const isDataUrl = /^data:/i.test(value) && !value.includes("\\");
    const name = isDataUrl ? `data-url-${this.#dataUrls.size}` : "data:,";
    if (isDataUrl) this.#dataUrls.set(name, value);
    return type === Url ? `url(${name})` : `"${name}"`;
  }

  #endPart(end: number): void {
    this.#replace(end, end, "");
    if (this.#part.length <= maxPartLength) this.#parts.push(this.#part);
    this.#part = "";
  }
}
