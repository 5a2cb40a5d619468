import type { BookId } from "#shared/books/book.ts";
import { getNormalizedWords } from "#shared/books/normalize-search-text.ts";
import { maxQuote } from "#shared/marks/mark.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { maxQuotation, type Quotation } from "#shared/rich-text/quotation.ts";
import type { Block, Inline, PassageCard, RichText } from "#shared/rich-text/rich-text.ts";

export interface QuoteRequest {
  readonly bookId: BookId;
  readonly exact: string;
  /** Null for a typed quotation. */
  readonly near: SentenceId | null;
  /** Null for unknown. */
  readonly version: string | null;
}

/** Null when it was not looked for. */
export type FindQuotation = (request: QuoteRequest) => Quotation | null;

/** Of each kind in one text; further ones are not looked for. */
const maxPerText = 10;
const minTypedWords = 6;

/**
 * Adds to the quotations of a text whether their words are in the book.
 *
 * @param bookId typed quotations are looked for in it; null for none
 */
export function annotateQuotes(text: RichText, bookId: BookId | null, find: FindQuotation): RichText {
  const annotator = new Annotator(bookId, find);
  return text.map((block) => annotator.annotateBlock(block));
}

class Annotator {
  readonly #bookId: BookId | null;
  readonly #find: FindQuotation;
  #cards = 0;
  #typed = 0;

  constructor(bookId: BookId | null, find: FindQuotation) {
    this.#bookId = bookId;
    this.#find = find;
  }

  annotateBlock(block: Block): Block {
    if (block.type === "quote") return this.#annotateQuote(block);
    if (block.type === "paragraph") return { ...block, children: this.#annotateInlines(block.children) };
    if (block.type !== "list") return block;
    const items = block.items.map((item) => item.map((each) => this.annotateBlock(each)));
    return { ...block, items };
  }

  #annotateQuote(block: Block & { readonly type: "quote" }): Block {
    const card = block.children.at(-1);
    const request = card?.type === "card" ? toRequest(card, block.children.slice(0, -1)) : null;
    if (!request) return { ...block, children: block.children.map((each) => this.annotateBlock(each)) };
    this.#cards += 1;
    const quotation = this.#cards <= maxPerText ? this.#find(request) : null;
    return quotation ? { ...block, quotation } : block;
  }

  #annotateInlines(nodes: readonly Inline[]): readonly Inline[] {
    if (!this.#bookId) return nodes;
    return nodes.flatMap((node): readonly Inline[] => {
      if (node.type === "text") return this.#annotateText(node.text);
      if (node.type === "link" || !("children" in node)) return [node];
      return [{ ...node, children: this.#annotateInlines(node.children) }];
    });
  }

  #annotateText(text: string): readonly Inline[] {
    const nodes: Inline[] = [];
    let end = 0;
    for (const match of text.matchAll(/“([^“”]+)”|«([^«»]+)»/gu)) {
      const sentence = this.#findTyped(match[1] ?? match[2] ?? "");
      if (!sentence || !this.#bookId) continue;
      if (match.index > end) nodes.push({ type: "text", text: text.slice(end, match.index) });
      const children = [{ type: "text" as const, text: match[0] }];
      nodes.push({ type: "quoted", bookId: this.#bookId, sentence, children });
      end = match.index + match[0].length;
    }
    if (end < text.length) nodes.push({ type: "text", text: text.slice(end) });
    return nodes;
  }

  #findTyped(exact: string): SentenceId | null {
    if (!this.#bookId || exact.length > maxQuotation || getNormalizedWords(exact).length < minTypedWords)
      return null;
    this.#typed += 1;
    if (this.#typed > maxPerText) return null;
    const found = this.#find({ bookId: this.#bookId, exact, near: null, version: null });
    return found?.state === "verified" ? found.sentence : null;
  }
}

/** Null for a link without a passage and without words. */
function toRequest(card: PassageCard, quoted: readonly Block[]): QuoteRequest | null {
  const { bookId, sentence, version = null } = card;
  if (!sentence) return null;
  const exact = quoted
    .map((block) => (block.type === "paragraph" ? block.children.map(getWords).join("") : ""))
    .join(" ")
    .replace(/\s+/gu, " ")
    .trim();
  if (exact === "" || exact.length > maxQuote) return null;
  return { bookId, exact, near: sentence, version };
}

/** Also those inside spoilers. */
function getWords(node: Inline): string {
  if (node.type === "text") return node.text;
  if (node.type === "mention") return `@${node.username}`;
  return node.type === "break" ? " " : node.children.map(getWords).join("");
}
