import { isTextAnchor, type Mark, type TextPoint } from "#shared/marks/mark.ts";
import type { SentenceId } from "#shared/positions/position.ts";
import { compareInReadingOrder, readSentence } from "#shared/positions/sentence-times.ts";
import { listPageSentences, type PageSentence } from "./sentence-text.ts";

/** The sentences of a document by id, in order. */
export class SentenceIndex {
  readonly #sentences: readonly PageSentence[];
  readonly #byId: ReadonlyMap<string, PageSentence>;

  constructor(doc: Document) {
    this.#sentences = listPageSentences(doc);
    this.#byId = new Map(this.#sentences.map((sentence) => [sentence.id, sentence]));
  }

  /**
   * The part of a mark in this document; null for none. A long document is shown in several parts, and a mark
   * may begin in one and end in another.
   */
  findRange({ anchor, placement }: Pick<Mark, "anchor" | "placement">): Range | null {
    if (!isTextAnchor(anchor) || placement === "lost") return null;
    const [first, last] = [this.#sentences[0], this.#sentences.at(-1)];
    if (!first || !last) return null;
    const { start, end } = anchor;
    if (!isSameSpineItem(first.id, start.sentence, end.sentence)) return null;
    if (isAfter(first.id, end.sentence) || isAfter(start.sentence, last.id)) return null;
    const range = first.elements[0]?.ownerDocument.createRange();
    const from = this.#findPoint(start, "start") ?? this.#getEdge(first, "start");
    const to = this.#findPoint(end, "end") ?? this.#getEdge(last, "end");
    if (!range || !from || !to) return null;
    range.setStart(from.text, from.offset);
    range.setEnd(to.text, to.offset);
    return range.collapsed ? null : range;
  }

  #findPoint({ sentence, offset }: TextPoint, side: "start" | "end") {
    const found = this.#byId.get(sentence);
    return found ? findCharacter(found, side === "start" ? offset : offset - 1, side) : null;
  }

  #getEdge(sentence: PageSentence, side: "start" | "end") {
    return findCharacter(sentence, side === "start" ? 0 : Number.POSITIVE_INFINITY, side);
  }
}

const isAfter = (a: string, b: string) => compareInReadingOrder(a as SentenceId, b as SentenceId) > 0;

const isSameSpineItem = (id: string, start: SentenceId, end: SentenceId) => {
  const { spineIndex } = readSentence(id as SentenceId);
  return readSentence(start).spineIndex <= spineIndex && spineIndex <= readSentence(end).spineIndex;
};

interface Point {
  readonly text: Text;
  readonly offset: number;
}

/** Before the n-th character of a sentence, or after it for an end; the last one when it has fewer. */
function findCharacter({ elements }: PageSentence, n: number, side: "start" | "end"): Point | null {
  let counted = 0;
  let last: Point | null = null;
  for (const element of elements) {
    const walker = element.ownerDocument.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let text = walker.nextNode() as Text | null; text; text = walker.nextNode() as Text | null) {
      const { data } = text;
      for (let at = 0; at < data.length; at++) {
        if (/\s/u.test(data.charAt(at))) continue;
        last = { text, offset: side === "start" ? at : at + 1 };
        if (counted === n) return last;
        counted += 1;
      }
    }
  }
  return last;
}
