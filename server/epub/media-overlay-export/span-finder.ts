import type { MarkupRange } from "./page-ranges.ts";
import { getLocalName, type RawDocument, type RawElement } from "./raw-document.ts";

/** A range of markup that a span can wrap. */
export interface RawSpan {
  readonly start: number;
  readonly end: number;
  readonly parent: RawElement;
  readonly characters: number;
}

const phrasingElements = new Set(
  (
    "a abbr acronym audio b bdi bdo big br button cite code data datalist del dfn em embed font i iframe img input ins kbd " +
    "label map mark math meter noscript object output picture progress q ruby s samp script select small span strike " +
    "strong sub sup svg textarea time tt u var video wbr"
  ).split(" "),
);

/** Limit of pieces per sentence, because hostile markup splits sentences into thousands. */
const maxPiecesPerSpan = 24;

/** Finds where spans can be inserted so that the markup stays well-formed. */
export class SpanFinder {
  readonly #raw: RawDocument;
  /** Child elements by the offset of their parent. */
  readonly #children = new Map<RawElement, RawElement[]>();

  constructor(raw: RawDocument) {
    this.#raw = raw;
    for (const element of raw.elements) {
      if (!element.parent) continue;
      const siblings = this.#children.get(element.parent) ?? [];
      this.#children.set(element.parent, siblings);
      siblings.push(element);
    }
  }

  getSpans(pieces: readonly MarkupRange[]): RawSpan[] {
    const spans: RawSpan[] = [];
    let at = 0;
    while (at < pieces.length) {
      let consumed = 0;
      for (let count = Math.min(pieces.length - at, maxPiecesPerSpan); count > 0 && consumed === 0; count--) {
        const span = this.#findSpan(pieces.slice(at, at + count));
        if (!span) continue;
        spans.push(span);
        consumed = count;
      }
      at += Math.max(1, consumed);
    }
    return spans;
  }

  /** The element that contains only this span; null when there is none or it must not get an id. */
  findElementWithOnly({ start, end, parent }: RawSpan): RawElement | null {
    const { markup } = this.#raw;
    const isFilled =
      markup.slice(parent.contentStart, start).trim() === "" &&
      markup.slice(end, parent.contentEnd).trim() === "";
    return isFilled && parent.parent?.parent ? parent : null;
  }

  findEnclosing(start: number, end: number): RawElement | null {
    return listAncestors(this.#raw, start).find((element) => element.contentEnd >= end) ?? null;
  }

  #findSpan(pieces: readonly MarkupRange[]): RawSpan | null {
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (!first || !last) return null;
    const opened = listAncestors(this.#raw, first.start);
    const closed = listAncestors(this.#raw, last.end - 1);
    const start = this.#extendStart(
      first.start,
      opened.filter((element) => element.end <= last.end),
    );
    const end = this.#extendEnd(
      last.end,
      closed.filter((element) => element.start >= first.start),
    );
    const parent = opened.find((element) => element.end > last.end);
    if (start === null || end === null || !parent) return null;
    if (parent !== closed.find((element) => element.start < first.start)) return null;
    const isWrappable = this.#listChildrenInside(parent, start, end).every((element) =>
      phrasingElements.has(getLocalName(element)),
    );
    const characters = pieces.reduce((sum, piece) => sum + piece.characters, 0);
    return isWrappable ? { start, end, parent, characters } : null;
  }

  #extendStart(start: number, elements: readonly RawElement[]): number | null {
    let at = start;
    for (const element of elements) {
      if (this.#raw.markup.slice(element.contentStart, at).trim() !== "") return null;
      at = element.start;
    }
    return at;
  }

  #extendEnd(end: number, elements: readonly RawElement[]): number | null {
    let at = end;
    for (const element of elements) {
      if (this.#raw.markup.slice(at, element.contentEnd).trim() !== "") return null;
      at = element.end;
    }
    return at;
  }

  #listChildrenInside(parent: RawElement, start: number, end: number): RawElement[] {
    const children = this.#children.get(parent) ?? [];
    let [low, high] = [0, children.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((children[middle]?.start ?? 0) < start) low = middle + 1;
      else high = middle;
    }
    const found: RawElement[] = [];
    for (let child = children[low]; child && child.start < end; child = children[++low]) found.push(child);
    return found;
  }
}

function listAncestors({ elements }: RawDocument, offset: number): RawElement[] {
  let [low, high] = [0, elements.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((elements[middle]?.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  const found: RawElement[] = [];
  let element: RawElement | null | undefined = elements[low - 1];
  for (; element; element = element.parent) if (element.end > offset) found.push(element);
  return found;
}
