import MarkdownIt, { type StateInline, type Token } from "markdown-it";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import {
  type Block,
  type Inline,
  isInternalUrl,
  type PassageCard,
  type RichText,
} from "#shared/rich-text/rich-text.ts";

const bookUrlPattern =
  /^\/(?:book|read)\/([0-9a-f-]{36})(?:\?sentence=(s\d{1,4}-\d{1,6})(?:&version=([0-9a-f]{8,64}))?)?$/;

const markdown = new MarkdownIt("zero", { html: false, linkify: true, breaks: true, maxNesting: 12 });
markdown.enable(
  [
    "emphasis",
    "list",
    "blockquote",
    "link",
    "autolink",
    "linkify",
    "newline",
    "escape",
    "balance_pairs",
    "fragments_join",
  ],
  true,
);
markdown.validateLink = (url) => /^https?:\/\//i.test(url) || isInternalUrl(url);
markdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });
markdown.inline.ruler.at("text", readText);
markdown.inline.ruler.after("text", "spoiler", readSpoiler);
markdown.inline.ruler.after("spoiler", "mention", readMention);

/**
 * Parses Markdown into the allowed nodes; everything else stays text.
 *
 * @param origins links to them are internal
 */
export function parseRichText(source: string, origins: readonly string[] = []): RichText {
  return readBlocks(markdown.parse(source, {}), { at: 0 }, origins);
}

const pageMarkdown = new MarkdownIt("zero", { html: false, linkify: true, maxNesting: 12 });
pageMarkdown.enable(
  ["emphasis", "heading", "hr", "list", "blockquote", "link", "newline", "escape", "linkify"],
  true,
);
pageMarkdown.enable(["balance_pairs", "fragments_join"]);
pageMarkdown.validateLink = markdown.validateLink;
pageMarkdown.linkify.set({ fuzzyLink: false, fuzzyEmail: false, fuzzyIP: false });

/**
 * Parses a text of the site: like a post with headings, but without mentions, spoilers and book cards.
 *
 * @param origins links to them are internal
 */
export function parsePage(source: string, origins: readonly string[] = []): RichText {
  return readBlocks(pageMarkdown.parse(source, {}), { at: 0 }, origins).map((block) =>
    block.type === "card" ? toLink(block.bookId) : block,
  );
}

const reviewMarkdown = new MarkdownIt("zero", { html: false, breaks: true, maxNesting: 12 });
reviewMarkdown.enable(["blockquote", "link", "newline", "escape", "balance_pairs", "fragments_join"]);
reviewMarkdown.validateLink = (url) => bookUrlPattern.test(url);
reviewMarkdown.inline.ruler.at("text", readText);
reviewMarkdown.inline.ruler.after("text", "spoiler", readSpoiler);

/** Parses a review: a plain text with spoilers, quotations and links to books of the site. */
export const parseReview = (source: string): RichText =>
  readBlocks(reviewMarkdown.parse(source, {}), { at: 0 }, []);

const toLink = (bookId: BookId): Block => {
  const url = `/book/${bookId}`;
  return {
    type: "paragraph",
    children: [{ type: "link", url, children: [{ type: "text", text: url }] }],
  };
};

/** The characters at which another rule may apply. */
const specialCharacters = /[\n\\*_[\]<>@|!:&`]/g;

function readText(state: StateInline, silent: boolean): boolean {
  specialCharacters.lastIndex = state.pos;
  const found = specialCharacters.exec(state.src);
  const end = Math.min(found?.index ?? state.posMax, state.posMax);
  if (end === state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

const spoilerMarker = "||";

function readSpoiler(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith(spoilerMarker, state.pos)) return false;
  const [start, { posMax }] = [state.pos + spoilerMarker.length, state];
  const end = state.src.indexOf(spoilerMarker, start);
  if (end <= start || end + spoilerMarker.length > posMax) return false;
  if (!silent) {
    state.push("spoiler_open", "", 1);
    Object.assign(state, { pos: start, posMax: end });
    state.md.inline.tokenize(state);
    state.push("spoiler_close", "", -1);
    state.posMax = posMax;
  }
  state.pos = end + spoilerMarker.length;
  return true;
}

const mention = /@((?=[_.-]*[\p{L}\p{N}])[\p{L}\p{N}_.-]{2,30})/uy;

function readMention(state: StateInline, silent: boolean): boolean {
  if (state.src[state.pos] !== "@" || /[\p{L}\p{N}_]/u.test(state.src[state.pos - 1] ?? "")) return false;
  mention.lastIndex = state.pos;
  // A full stop ends the sentence, not the name.
  const name = mention.exec(state.src)?.[1]?.replace(/[.-]+$/, "");
  if (!name || state.pos + 1 + name.length > state.posMax) return false;
  if (!silent) state.push("mention", "", 0).content = name;
  state.pos += 1 + name.length;
  return true;
}

interface TokenCursor {
  at: number;
}

/** Reads tokens until the enclosing block closes. */
function readBlocks(tokens: readonly Token[], cursor: TokenCursor, origins: readonly string[]): Block[] {
  const blocks: Block[] = [];
  for (let token = tokens[cursor.at]; token && token.nesting >= 0; token = tokens[cursor.at]) {
    cursor.at += 1;
    if (token.type === "inline") blocks.push(toParagraph(token, origins));
    else if (token.type === "paragraph_open") blocks.push(...readBlocks(tokens, cursor, origins));
    else if (token.type === "heading_open")
      blocks.push(readHeading(token.tag, readBlocks(tokens, cursor, origins)));
    else if (token.type === "blockquote_open")
      blocks.push({ type: "quote", children: separateCard(readBlocks(tokens, cursor, origins)) });
    else if (token.type.endsWith("list_open")) {
      const isOrdered = token.type.startsWith("ordered");
      blocks.push({ type: "list", isOrdered, items: readItems(tokens, cursor, origins) });
    }
  }
  cursor.at += 1;
  return blocks;
}

function readHeading(tag: string, [content]: readonly Block[]): Block {
  const children = content?.type === "paragraph" ? content.children : [];
  return { type: "heading", level: tag === "h1" || tag === "h2" ? 2 : 3, children };
}

function readItems(tokens: readonly Token[], cursor: TokenCursor, origins: readonly string[]): Block[][] {
  const items: Block[][] = [];
  while (tokens[cursor.at]?.type === "list_item_open") {
    cursor.at += 1;
    items.push(readBlocks(tokens, cursor, origins));
  }
  cursor.at += 1;
  return items;
}

function toParagraph(token: Token, origins: readonly string[]): Block {
  const children = readInlines(token.children ?? [], { at: 0 }, origins);
  const [only] = children;
  const card = children.length === 1 && only?.type === "link" ? toCard(only.url) : null;
  return card ?? { type: "paragraph", children };
}

/** A link alone in its paragraph; null unless it leads to a book or a passage. */
function toCard(url: string): PassageCard | null {
  const [, book, passage, version] = bookUrlPattern.exec(url) ?? [];
  const bookId = BookId.safeParse(book);
  if (!bookId.success) return null;
  const sentence = SentenceId.safeParse(passage).data ?? null;
  return { type: "card", bookId: bookId.data, sentence, ...(version && { version }) };
}

/** The link to a passage in the line below a quotation is its card, also without an empty line between them. */
function separateCard(blocks: Block[]): Block[] {
  const last = blocks.at(-1);
  if (last?.type !== "paragraph") return blocks;
  const [before, link] = last.children.slice(-2);
  const card = before?.type === "break" && link?.type === "link" ? toCard(link.url) : null;
  if (!card?.sentence) return blocks;
  return [...blocks.slice(0, -1), { type: "paragraph", children: last.children.slice(0, -2) }, card];
}

const wrapperTypes = { em_open: "emphasis", strong_open: "strong", spoiler_open: "spoiler" } as const;

function readInlines(tokens: readonly Token[], cursor: TokenCursor, origins: readonly string[]): Inline[] {
  const nodes: Inline[] = [];
  for (let token = tokens[cursor.at]; token && token.nesting >= 0; token = tokens[cursor.at]) {
    cursor.at += 1;
    const { type, content } = token;
    if (type in wrapperTypes) {
      nodes.push({
        type: wrapperTypes[type as keyof typeof wrapperTypes],
        children: readInlines(tokens, cursor, origins),
      });
    } else if (type === "link_open") {
      nodes.push({
        type: "link",
        url: toInternalUrl(String(token.attrGet("href") ?? ""), origins),
        children: readInlines(tokens, cursor, origins),
      });
    } else if (type === "mention") nodes.push({ type, username: content });
    else if (type === "softbreak" || type === "hardbreak") nodes.push({ type: "break" });
    else if (content) nodes.push({ type: "text", text: content });
  }
  cursor.at += 1;
  return nodes;
}

function toInternalUrl(url: string, origins: readonly string[]): string {
  const ownOrigin = origins.find((origin) => url.startsWith(`${origin}/`));
  const path = ownOrigin ? url.slice(ownOrigin.length) : "";
  return isInternalUrl(path) ? path : url;
}
