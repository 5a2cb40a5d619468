import { resolvePath } from "#shared/epub/package/resolve-href.ts";
import type { SanitizedDocument, Token } from "#shared/epub/sanitize/sanitize-document.ts";
import { getBlocks, getMarks, type Mark, writeText } from "#shared/epub/sanitize/write-document.ts";
import { escapeAttribute, escapeText } from "#shared/epub/sanitize/write-markup.ts";
import type { TextSpan } from "#shared/reader/sentences.ts";
import { CompressedSizeEstimate } from "#server/epub/zip/compressed-size-estimate.ts";
import {
  hiddenElements,
  isKeptAttribute,
  isKeptSvgAttribute,
  unbreakableElements,
  unwrappedElements,
} from "./optimized-rules.ts";

export interface OptimizedOptions {
  readonly hasPictures: boolean;
  readonly imageLabel: string;
  /** Prefix for image paths inside the EPUB. */
  readonly entriesUrl: string;
  /** The URL of this book in the optimized reader, to which `&chapter=` is appended. */
  readonly bookUrl: string;
  /** The spine. */
  readonly order: readonly (readonly [path: string, spineIndex: number])[];
  readonly path: string;
}

/** A page for the optimized reader, in parts that are sent one at a time. */
export interface OptimizedPage {
  readonly language: string;
  readonly parts: readonly OptimizedPart[];
  readonly sentenceCount: number;
}

export interface OptimizedPart {
  readonly html: string;
  /** Sentence numbers `[start, end)`. */
  readonly sentences: TextSpan;
  readonly ids: readonly string[];
}

/** A part ends at the first paragraph end after this many characters of markup, or compressed bytes. */
const softLimit = { length: 44_000, compressedBytes: 18_500 };
/** After this many it also ends at any block, even in a table or a long paragraph. */
const hardLimit = { length: 50_000, compressedBytes: 20_000 };
/** Endless sentences are split after this many characters. */
const maxPieceLength = 1_000;

/**
 * Renders a sanitized page as plain text HTML with sentence ids: no styles, images only on request.
 *
 * @param blocks ends the page after this many text blocks; null for all
 */
export function createOptimizedPage(
  document: SanitizedDocument,
  spineIndex: number,
  blocks: number | null,
  options: OptimizedOptions,
): OptimizedPage {
  const all = getBlocks(document);
  const end = blocks === null ? document.body.length : (all[blocks - 1]?.end ?? 0);
  const marks = getMarks(all, spineIndex);
  const ends = new Set(all.map((block) => block.end));
  const writer = new OptimizedWriter(options);
  for (const [index, token] of document.body.slice(0, end).entries()) {
    if (ends.has(index)) writer.breakIfFull();
    writer.add(token, marks.get(index) ?? []);
  }
  const parts = writer.finish();
  const language =
    /\s(?:xml:)?lang="([^"]+)"/.exec(document.htmlAttributes + document.bodyAttributes)?.[1] ?? "";
  return { language, parts, sentenceCount: parts.at(-1)?.sentences.end ?? 0 };
}

class OptimizedWriter {
  readonly #parts: OptimizedPart[] = [];
  /**
   * Names and start tags of the open elements, outermost first; elements without a start tag are not written.
   */
  readonly #open: { readonly name: string; readonly written: string | null; readonly isHidden: boolean }[] =
    [];
  readonly #options: OptimizedOptions;
  readonly #order: ReadonlyMap<string, number>;
  #html: string[] = [];
  #length = 0;
  #compressedSize = new CompressedSizeEstimate();
  #ids: string[] = [];
  #firstSentence = 0;
  #sentences = 0;
  #hidden = 0;
  #drawings = 0;

  constructor(options: OptimizedOptions) {
    this.#options = options;
    this.#order = new Map(options.order);
  }

  add(token: Token, marks: readonly Mark[]): void {
    if (token.type === "text") this.#addText(token.text, marks);
    else if (token.type === "close") this.#closeElement();
    else if (token.type === "void") this.#addVoid(token);
    else if (token.type === "open") this.#openElement(token);
  }

  breakIfFull(): void {
    const isUnbreakable = this.#open.some(({ name }) => unbreakableElements.has(name));
    if (this.#exceeds(isUnbreakable ? hardLimit : softLimit) && this.#hidden === 0) this.#break();
  }

  #exceeds({ length, compressedBytes }: typeof softLimit): boolean {
    return this.#length >= length || this.#compressedSize.bytes >= compressedBytes;
  }

  #break(): void {
    this.#endPart();
    for (const { written } of this.#open) if (written) this.#write(written.replace(/ id="[^"]*"/, ""));
  }

  finish(): OptimizedPart[] {
    while (this.#open.length > 0) this.#closeElement();
    this.#endPart();
    return this.#parts;
  }

  #endPart(): void {
    const closing = [...this.#open].reverse().map(({ name, written }) => (written ? `</${name}>` : ""));
    const html = this.#html.join("") + closing.join("");
    this.#parts.push({
      html,
      sentences: { start: this.#firstSentence, end: this.#sentences },
      ids: this.#ids,
    });
    this.#html = [];
    this.#length = 0;
    this.#compressedSize = new CompressedSizeEstimate();
    this.#ids = [];
    this.#firstSentence = this.#sentences;
  }

  #openElement({ name, attributes }: Extract<Token, { type: "open" }>): void {
    const isHidden = hiddenElements.has(name) || (name === "svg" && !this.#options.hasPictures);
    if (isHidden && this.#hidden === 0) this.#write(this.#describeElement(name, attributes));
    if (isHidden) this.#hidden++;
    if (name === "svg") this.#drawings++;
    const isOmitted = this.#hidden > 0 || unwrappedElements.has(name);
    const startTag = isOmitted ? null : this.#getStartTag(name, attributes);
    this.#open.push({ name, written: startTag, isHidden });
    if (startTag) this.#write(startTag);
  }

  #closeElement(): void {
    const closed = this.#open.pop();
    if (!closed) return;
    if (closed.isHidden) this.#hidden--;
    if (closed.name === "svg") this.#drawings--;
    if (closed.written) this.#write(`</${closed.name}>`);
  }

  #addVoid({ name, attributes }: Extract<Token, { type: "void" }>): void {
    if (this.#hidden > 0) return;
    if (name === "img") this.#write(this.#writePicture(attributes));
    else if (name === "br" || name === "hr" || name === "wbr" || name === "col")
      this.#write(this.#getStartTag(name, attributes));
  }

  #addText(text: string, marks: readonly Mark[]): void {
    let from = 0;
    for (const mark of marks.flatMap((each) => splitMark(text, each))) {
      const isNewPart = this.#exceeds(hardLimit) && this.#hidden + this.#drawings === 0;
      if (isNewPart) {
        this.#break();
        this.#firstSentence = mark.number;
      }
      if (mark.isFirst) this.#sentences++;
      const [start, end] = [mark.start - from, mark.end - from];
      const piece = { ...mark, start, end, isFirst: mark.isFirst || isNewPart };
      if (this.#hidden === 0) this.#write(writeText(text.slice(from, mark.end), [piece], ""));
      from = mark.end;
    }
    if (this.#hidden === 0) this.#write(escapeText(text.slice(from)));
  }

  #getStartTag(name: string, attributes: string): string {
    const isAllowed = this.#drawings > 0 ? isKeptSvgAttribute : isKeptAttribute;
    const input = readAttributes(attributes);
    const hasLanguage = input.some(([attribute]) => attribute === "lang");
    const allowedAttributes = input.flatMap(([attribute, value]) => {
      // An XHTML-only name; the optimized reader serves HTML.
      if (attribute === "xml:lang") return hasLanguage ? [] : [` lang="${value}"`];
      if (attribute === "id") this.#ids.push(decode(value));
      if (attribute === "href" || attribute === "xlink:href") {
        const url = this.#toReference(name, decode(value));
        return url === null ? [] : [` href="${escapeAttribute(url)}"`];
      }
      return isAllowed(attribute) ? [` ${attribute}="${value}"`] : [];
    });
    const isExternal = allowedAttributes.some((each) => each.startsWith(' href="http'));
    return `<${name}${allowedAttributes.join("")}${isExternal ? ' rel="noopener noreferrer external"' : ""}>`;
  }

  #toReference(name: string, href: string): string | null {
    if (name === "a") return this.#toUrl(href);
    if (name === "image") return this.#toPictureUrl(href);
    return href.startsWith("#") ? href : null;
  }

  #toUrl(href: string): string | null {
    if (/^(?:https?|mailto|tel):/i.test(href)) return href;
    const { path, bookUrl } = this.#options;
    const spineIndex = this.#order.get(resolvePath(path, href) ?? "");
    if (spineIndex === undefined) return null;
    const [, fragment = ""] = /#(.+)$/s.exec(href) ?? [];
    const at = fragment && `&at=${encodeURIComponent(fragment.toWellFormed())}#${fragment}`;
    return `${bookUrl}&chapter=${spineIndex + 1}${at}`;
  }

  #toPictureUrl(source: string): string | null {
    const target = /^data:/i.test(source) ? null : resolvePath(this.#options.path, source);
    const steps = target?.split("/").map((step) => encodeURIComponent(step.toWellFormed()));
    return steps ? this.#options.entriesUrl + steps.join("/") : null;
  }

  #writePicture(attributes: string): string {
    const input = new Map(readAttributes(attributes));
    const url = this.#options.hasPictures ? this.#toPictureUrl(decode(input.get("src") ?? "data:")) : null;
    if (url === null) return this.#describeElement("img", attributes);
    return `<img src="${escapeAttribute(url)}" alt="${input.get("alt") ?? ""}" loading="lazy">`;
  }

  #describeElement(name: string, attributes: string): string {
    if (name !== "img" && name !== "svg") return "";
    const input = new Map(readAttributes(attributes));
    if (input.get("alt") === "") return "";
    const label = input.get("alt") ?? input.get("aria-label") ?? "";
    return `<span role="img"${label && ` aria-label="${label}"`} class="p">${escapeText(this.#options.imageLabel)}${label && `: ${label}`}</span>`;
  }

  #write(html: string): void {
    this.#html.push(html);
    this.#length += html.length;
    this.#compressedSize.add(html);
  }
}

function splitMark(text: string, mark: Mark): Mark[] {
  const pieces: Mark[] = [];
  let start = mark.start;
  while (mark.end - start > maxPieceLength) {
    const space = text.slice(start + maxPieceLength, mark.end).search(/\s/u);
    if (space < 0) break;
    const end = start + maxPieceLength + space;
    pieces.push({ ...mark, start, end, isFirst: mark.isFirst && start === mark.start });
    start = end;
  }
  return [...pieces, { ...mark, start, isFirst: mark.isFirst && start === mark.start }];
}

const readAttributes = (attributes: string) =>
  [...attributes.matchAll(/ ([^\s=]+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, value] as const,
  );

const entities: Readonly<Record<string, string>> = { "&lt;": "<", "&gt;": ">", "&quot;": '"', "&amp;": "&" };
const decode = (value: string) =>
  value.replace(/&(?:lt|gt|quot|amp);/g, (character) => entities[character] ?? character);
