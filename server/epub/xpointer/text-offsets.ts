import { decodeHTMLStrict } from "entities";
import type { TextNode } from "./crengine-tree.ts";

const characters = /&(?:#\d+|#x[\da-f]+|[a-z][a-z\d]*);|[\s\S]/giu;

/** Offsets in a text node as crengine counts them: code points, a run of white space as one. */
export function toCrengineOffset(node: TextNode, markupOffset: number): number {
  let count = 0;
  for (const { at, length } of listCounted(node)) {
    if (at >= markupOffset) return count;
    count += length;
  }
  return count;
}

/** The markup offset of a character; the end of the text beyond it. */
export function toMarkupOffset(node: TextNode, crengineOffset: number): number {
  let count = 0;
  for (const { at, length } of listCounted(node)) {
    if (count + length > crengineOffset) return at;
    count += length;
  }
  return node.at + node.raw.length;
}

function* listCounted({ at, raw, isCdata, isPreformatted }: TextNode) {
  let isAfterSpace = false;
  for (const { 0: written, index } of raw.matchAll(characters)) {
    const isSpace = /^[ \t\n\r\f]$/.test(written);
    const isRepeated = isSpace && isAfterSpace && !isPreformatted;
    isAfterSpace = isSpace;
    if (isRepeated) continue;
    const isEntity = !isCdata && written.length > 2 && written.startsWith("&");
    yield { at: at + index, length: isEntity ? [...decodeHTMLStrict(written)].length : 1 };
  }
}
