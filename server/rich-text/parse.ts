import MarkdownIt, { type StateInline, type Token } from "markdown-it";
import { type Block, type Inline, isInternalUrl, type RichText } from "#shared/rich-text/rich-text.ts";

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

/** Parses Markdown into the allowed nodes; everything else stays text. */
export function parseRichText(source: string): RichText {
  return readBlocks(markdown.parse(source, {}), { at: 0 });
}

/** The characters at which another rule may apply. */
const special = /[\n\\*_[\]<>@|!:&`]/g;

function readText(state: StateInline, silent: boolean): boolean {
  special.lastIndex = state.pos;
  const found = special.exec(state.src);
  const end = Math.min(found?.index ?? state.posMax, state.posMax);
  if (end === state.pos) return false;
  if (!silent) state.pending += state.src.slice(state.pos, end);
  state.pos = end;
  return true;
}

const bars = "||";

function readSpoiler(state: StateInline, silent: boolean): boolean {
  if (!state.src.startsWith(bars, state.pos)) return false;
  const [start, { posMax }] = [state.pos + bars.length, state];
  const end = state.src.indexOf(bars, start);
  if (end <= start || end + bars.length > posMax) return false;
  if (!silent) {
    state.push("spoiler_open", "", 1);
    Object.assign(state, { pos: start, posMax: end });
    state.md.inline.tokenize(state);
    state.push("spoiler_close", "", -1);
    state.posMax = posMax;
  }
  state.pos = end + bars.length;
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

interface Reading {
  at: number;
}

/** Reads tokens until the enclosing block closes. */
function readBlocks(tokens: readonly Token[], reading: Reading): Block[] {
  const blocks: Block[] = [];
  for (let token = tokens[reading.at]; token && token.nesting >= 0; token = tokens[reading.at]) {
    reading.at += 1;
    if (token.type === "inline") blocks.push(toParagraph(token));
    else if (token.type === "paragraph_open") blocks.push(...readBlocks(tokens, reading));
    else if (token.type === "blockquote_open")
      blocks.push({ type: "quote", children: readBlocks(tokens, reading) });
    else if (token.type.endsWith("list_open")) {
      const isOrdered = token.type.startsWith("ordered");
      blocks.push({ type: "list", isOrdered, items: readItems(tokens, reading) });
    }
  }
  reading.at += 1;
  return blocks;
}

function readItems(tokens: readonly Token[], reading: Reading): Block[][] {
  const items: Block[][] = [];
  while (tokens[reading.at]?.type === "list_item_open") {
    reading.at += 1;
    items.push(readBlocks(tokens, reading));
  }
  reading.at += 1;
  return items;
}

const toParagraph = (token: Token): Block => ({
  type: "paragraph",
  children: readInlines(token.children ?? [], { at: 0 }),
});

const wrapping = { em_open: "emphasis", strong_open: "strong", spoiler_open: "spoiler" } as const;

function readInlines(tokens: readonly Token[], reading: Reading): Inline[] {
  const nodes: Inline[] = [];
  for (let token = tokens[reading.at]; token && token.nesting >= 0; token = tokens[reading.at]) {
    reading.at += 1;
    const { type, content } = token;
    if (type in wrapping) {
      nodes.push({ type: wrapping[type as keyof typeof wrapping], children: readInlines(tokens, reading) });
    } else if (type === "link_open") {
      nodes.push({
        type: "link",
        url: String(token.attrGet("href") ?? ""),
        children: readInlines(tokens, reading),
      });
    } else if (type === "mention") nodes.push({ type, username: content });
    else if (type === "softbreak" || type === "hardbreak") nodes.push({ type: "break" });
    else if (content) nodes.push({ type: "text", text: content });
  }
  reading.at += 1;
  return nodes;
}
