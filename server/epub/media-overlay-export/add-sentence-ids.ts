import type { SanitizedDocument } from "#shared/epub/sanitize/sanitize-document.ts";
import { escapeAttribute } from "#shared/epub/sanitize/write-markup.ts";
import { applyEdits, createInsertion, type Edit } from "./edits.ts";
import { getSentenceRanges, type MarkupRange } from "./page-ranges.ts";
import { getLocalName, getPrefixedName, type RawDocument, type RawElement } from "./raw-document.ts";
import { SpanFinder } from "./span-finder.ts";

/** Parts of a page that need an id. */
export interface RequiredIds {
  readonly spineIndex: number;
  /** Sentence numbers. */
  readonly sentences: ReadonlySet<number>;
  /** Consecutive sentences whose common element needs an id; null for the whole page. */
  readonly spans: ReadonlyArray<readonly [first: number, last: number] | null>;
  /** Ids already used by the book. */
  readonly elements: ReadonlySet<string>;
  /** The href of a stylesheet to add; null for none. */
  readonly styleSheet: string | null;
}

/** An element that contains a sentence or part of it. */
export interface SentenceElement {
  readonly id: string;
  readonly characters: number;
}

/** A page with the requested ids and unchanged text. */
export interface MarkedPage {
  readonly markup: string;
  readonly sentences: ReadonlyMap<number, readonly SentenceElement[]>;
  readonly spans: readonly string[];
  readonly elements: ReadonlyMap<string, string>;
}

/**
 * Gives sentences ids by wrapping them in spans or reusing elements.
 *
 * @param page the sanitized markup with text offsets
 */
export function markPage(raw: RawDocument, page: SanitizedDocument, requiredIds: RequiredIds): MarkedPage {
  const marking = new PageMarking(raw, page, requiredIds.spineIndex);
  const numbers = [...requiredIds.sentences].sort((a, b) => a - b);
  const sentences = new Map(numbers.map((number) => [number, marking.markSentence(number)]));
  const spans = requiredIds.spans.map((span) => marking.markSpan(span));
  const elements = new Map(
    [...requiredIds.elements].map((id) => [id, raw.ids.has(id) ? id : marking.markSpan(null)]),
  );
  if (requiredIds.styleSheet !== null) marking.link(requiredIds.styleSheet);
  return {
    markup: applyEdits(raw.markup, [...marking.ends, ...marking.starts]),
    sentences,
    spans,
    elements,
  };
}

class PageMarking {
  readonly ends: Edit[] = [];
  readonly starts: Edit[] = [];
  readonly #raw: RawDocument;
  readonly #pieces: ReadonlyMap<number, readonly MarkupRange[]>;
  readonly #spanFinder: SpanFinder;
  readonly #spineIndex: number;
  readonly #assignedIds = new Map<RawElement, string>();

  constructor(raw: RawDocument, page: SanitizedDocument, spineIndex: number) {
    this.#raw = raw;
    this.#pieces = getSentenceRanges(page);
    this.#spanFinder = new SpanFinder(raw);
    this.#spineIndex = spineIndex;
  }

  markSentence(number: number): readonly SentenceElement[] {
    const pieces = this.#pieces.get(number) ?? [];
    const characters = pieces.reduce((sum, piece) => sum + piece.characters, 0);
    const spans = this.#spanFinder.getSpans(pieces);
    const [only, other] = spans;
    if (!only) return [{ id: this.markSpan([number, number]), characters: 1 }];
    const sameElement = other ? null : this.#spanFinder.findElementWithOnly(only);
    const name = `sentence-${this.#spineIndex}-${number}`;
    if (sameElement) return [{ id: this.#assignId(sameElement, name), characters }];
    return spans.map((span, index) => {
      const id = this.#getFreeId(index === 0 ? name : `${name}-${index + 1}`);
      const element = getPrefixedName(span.parent, "span");
      this.starts.push(createInsertion(span.start, `<${element} id="${id}">`));
      this.ends.push(createInsertion(span.end, `</${element}>`));
      return { id, characters: span.characters };
    });
  }

  /** Gives an id to the innermost element around some sentences, or to the body. */
  markSpan(span: readonly [first: number, last: number] | null): string {
    const first = span && this.#pieces.get(span[0])?.[0];
    const last = span && this.#pieces.get(span[1])?.at(-1);
    const enclosing = first && last ? this.#spanFinder.findEnclosing(first.start, last.end) : null;
    const isPage = !enclosing || ["html", "body"].includes(getLocalName(enclosing));
    const [root] = this.#raw.elements;
    const body = this.#raw.elements.find((element) => getLocalName(element) === "body") ?? root;
    const element = isPage ? body : enclosing;
    const name = isPage ? `page-${this.#spineIndex}` : `part-${this.#spineIndex}-${span?.[0]}`;
    return element ? this.#assignId(element, name) : "";
  }

  link(styleSheet: string): void {
    const head = this.#raw.elements.find((element) => getLocalName(element) === "head");
    if (!head || head.contentEnd === head.end) return;
    const text = `<${getPrefixedName(head, "link")} rel="stylesheet" type="text/css" href="${escapeAttribute(styleSheet)}"/>`;
    this.starts.push(createInsertion(head.contentEnd, text));
  }

  #assignId(element: RawElement, name: string): string {
    const existingId = element.id || this.#assignedIds.get(element);
    if (existingId) return existingId;
    const id = this.#getFreeId(name);
    this.#assignedIds.set(element, id);
    this.starts.push(createInsertion(element.start + 1 + element.name.length, ` id="${id}"`));
    return id;
  }

  #getFreeId(name: string): string {
    return this.#raw.ids.has(name) ? this.#getFreeId(`x-${name}`) : name;
  }
}
