import { collapseSpace, getSentenceId, splitSentences } from "#shared/reader/sentences.ts";
import { namespaces } from "./markup-rules.ts";
import type { SanitizedDocument, Token } from "./sanitize-document.ts";
import { escapeText } from "./write-markup.ts";

interface Block {
  readonly text: string;
  readonly pieces: ReadonlyArray<{ readonly token: number; readonly at: number; readonly length: number }>;
  /** Index of the token before which it ends. */
  readonly end: number;
}

/** Collects the text blocks of a page, except white space. */
export function getBlocks({ body }: Pick<SanitizedDocument, "body">): Block[] {
  const blocks: Block[] = [];
  let text: string[] = [];
  let pieces: Array<Block["pieces"][number]> = [];
  let length = 0;
  const add = (part: string) => {
    text.push(part);
    length += part.length;
  };
  const end = (at: number) => {
    if (text.some((part) => /\S/u.test(part))) blocks.push({ text: text.join(""), pieces, end: at });
    text = [];
    pieces = [];
    length = 0;
  };
  body.forEach((token, index) => {
    if (token.type === "text") {
      if (!token.isRead) return;
      pieces.push({ token: index, at: length, length: token.text.length });
      add(token.text);
    } else if (token.type !== "raw" && token.isBlock) end(index);
    else if (token.type === "void" && token.name === "br") add("\n");
  });
  end(body.length);
  return blocks;
}

/** The sentences of a page as text, in the order of their ids. */
export function listSentenceTexts(document: Pick<SanitizedDocument, "body">): string[] {
  return getBlocks(document).flatMap(({ text }) =>
    splitSentences(text).map(({ start, end }) => collapseSpace(text.slice(start, end))),
  );
}

interface WriteOptions {
  /** Null for a page outside of the spine, which has no sentences. */
  readonly spineIndex: number | null;
  /** Ends the page after a number of blocks; null for no limit. */
  readonly blocks: number | null;
}

/**
 * Serializes a page as well-formed XHTML with each sentence in a `span` with its id. When markup splits a
 * sentence, the first piece has the id and the others refer to it in `data-s`. The text is unchanged.
 */
export function writeDocument(
  document: SanitizedDocument,
  { spineIndex, blocks: max }: WriteOptions,
): string {
  const all = getBlocks(document);
  const last = max === null ? undefined : all[max];
  const end = max === 0 ? 0 : last === undefined ? document.body.length : (all[(max ?? 1) - 1]?.end ?? 0);
  const marks = spineIndex === null ? new Map<number, Mark[]>() : getMarks(all, spineIndex);
  const body = document.body.slice(0, end).map((token, index) => writeToken(token, marks.get(index)));
  return [
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html>\n',
    `<html xmlns="${namespaces.html}" xmlns:epub="${namespaces.epub}" xmlns:xlink="${namespaces.xlink}"`,
    `${document.htmlAttributes}><head>`,
    ...withTitle(document.head).map((token) => writeToken(token)),
    `</head><body${document.bodyAttributes}>`,
    ...body,
    ...listOpenElements(document.body.slice(0, end)),
    "</body></html>\n",
  ].join("");
}

function withTitle(head: readonly Token[]): readonly Token[] {
  const hasTitle = head.some((token) => token.type === "open" && token.name === "title");
  return hasTitle ? head : [...head, { type: "raw", markup: "<title></title>" }];
}

export function writeSvg({ body }: Pick<SanitizedDocument, "body">): string {
  const start = body.findIndex((token) => token.type === "open" && token.name === "svg");
  if (start < 0) return `<svg xmlns="${namespaces.svg}"/>`;
  const tokens = body.slice(start);
  let depth = 0;
  const length = tokens.findIndex((token) => {
    depth += token.type === "open" ? 1 : token.type === "close" ? -1 : 0;
    return depth === 0;
  });
  const drawing = length < 0 ? tokens : tokens.slice(0, length + 1);
  const markup = drawing.map((token) => writeToken(token)).join("") + listOpenElements(drawing).join("");
  return `<?xml version="1.0" encoding="utf-8"?>\n${markup.replace("<svg", `<svg xmlns:xlink="${namespaces.xlink}"`)}`;
}

/** A piece of a sentence in a text token. */
export interface Mark {
  readonly id: string;
  /** Sentence number in the document, from 0. */
  readonly number: number;
  readonly isFirst: boolean;
  readonly start: number;
  readonly end: number;
}

export function getMarks(blocks: readonly Block[], spineIndex: number): Map<number, Mark[]> {
  const marks = new Map<number, Mark[]>();
  let number = 0;
  for (const block of blocks) {
    let first = 0;
    for (const sentence of splitSentences(block.text)) {
      const sentenceMark = { id: getSentenceId(spineIndex, number), number };
      number++;
      let isFirst = true;
      for (let at = first; at < block.pieces.length; at++) {
        const piece = block.pieces[at];
        if (!piece || piece.at >= sentence.end) break;
        if (piece.at + piece.length <= sentence.end) first = at + 1;
        const start = Math.max(0, sentence.start - piece.at);
        const end = Math.min(piece.length, sentence.end - piece.at);
        if (start >= end || isBlank(block.text, piece.at + start, piece.at + end)) continue;
        const tokenMarks = marks.get(piece.token) ?? [];
        marks.set(piece.token, tokenMarks);
        tokenMarks.push({ ...sentenceMark, isFirst, start, end });
        isFirst = false;
      }
    }
  }
  return marks;
}

const isBlank = (text: string, start: number, end: number) => !/\S/u.test(text.slice(start, end));

function writeToken(token: Token, marks: readonly Mark[] = []): string {
  switch (token.type) {
    case "open":
      return `<${token.name}${token.attributes}>`;
    case "void":
      return `<${token.name}${token.attributes}/>`;
    case "close":
      return `</${token.name}>`;
    case "raw":
      return token.markup;
    case "text":
      return writeText(token.text, marks);
  }
}

/** Text with sentence spans. */
export function writeText(text: string, marks: readonly Mark[], attributes = ' class="mk-s"'): string {
  let html = "";
  let at = 0;
  for (const { id, isFirst, start, end } of marks) {
    const name = isFirst ? `id="${id}"` : `data-s="${id}"`;
    html += `${escapeText(text.slice(at, start))}<span ${name}${attributes}>${escapeText(text.slice(start, end))}</span>`;
    at = end;
  }
  return html + escapeText(text.slice(at));
}

function listOpenElements(tokens: readonly Token[]): string[] {
  const open: string[] = [];
  for (const token of tokens) {
    if (token.type === "open") open.push(token.name);
    if (token.type === "close") open.pop();
  }
  return open.reverse().map((name) => `</${name}>`);
}
