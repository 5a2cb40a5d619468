import { decodeHTMLStrict } from "entities";
import { Parser } from "htmlparser2";

export interface RawElement {
  /** With its prefix. */
  readonly name: string;
  readonly id: string | null;
  /** Offsets of its start tag: the `<`, and after the `>`. */
  readonly start: number;
  readonly contentStart: number;
  contentEnd: number;
  end: number;
  readonly parent: RawElement | null;
}

/** A well-formed document with its elements in document order. */
export interface RawDocument {
  readonly markup: string;
  readonly elements: readonly RawElement[];
  readonly ids: ReadonlySet<string>;
}

/**
 * Finds the offsets of all elements.
 *
 * @returns null when tags are not balanced, so that nothing can be inserted safely
 */
export function readRaw(markup: string): RawDocument | null {
  const rawParser = new RawParser(markup);
  const parser: Parser = new Parser(
    {
      onopentag: (name, { id }) => rawParser.open(name, id, parser),
      onclosetag: (name) => rawParser.close(name, parser),
      ontext: () => rawParser.advance(parser),
      oncomment: () => rawParser.advance(parser),
      onprocessinginstruction: () => rawParser.advance(parser),
    },
    { xmlMode: true, decodeEntities: false, recognizeSelfClosing: true },
  );
  parser.end(markup);
  if (rawParser.isUnbalanced || rawParser.elements.length === 0) return null;
  return {
    markup,
    elements: rawParser.elements,
    ids: new Set(rawParser.elements.flatMap(({ id }) => id ?? [])),
  };
}

interface TagRange {
  readonly startIndex: number;
  readonly endIndex: number;
}

class RawParser {
  readonly elements: RawElement[] = [];
  isUnbalanced = false;
  readonly #markup: string;
  readonly #open: RawElement[] = [];
  #position = 0;

  constructor(markup: string) {
    this.#markup = markup;
  }

  open(name: string, id: string | undefined, range: TagRange): void {
    this.advance(range);
    const end = range.endIndex + 1;
    const parent = this.#open.at(-1) ?? null;
    const ends = { contentStart: end, contentEnd: end, end };
    const element = {
      name,
      id: id === undefined ? null : decodeHTMLStrict(id),
      start: range.startIndex,
      ...ends,
      parent,
    };
    this.#open.push(element);
    this.elements.push(element);
  }

  close(name: string, range: TagRange): void {
    const closed = this.#open.pop();
    if (!closed) return;
    const isSelfClosing = range.startIndex === closed.start && this.#markup[closed.end - 2] === "/";
    if (isSelfClosing) return;
    this.advance(range);
    if (!this.#markup.startsWith(`</${name}`, range.startIndex)) this.isUnbalanced = true;
    closed.contentEnd = range.startIndex;
    closed.end = range.endIndex + 1;
  }

  advance({ startIndex, endIndex }: TagRange): void {
    if (startIndex > this.#position) this.isUnbalanced = true;
    this.#position = Math.max(this.#position, endIndex + 1);
  }
}

export const getLocalName = ({ name }: Pick<RawElement, "name">) => name.slice(name.indexOf(":") + 1);

export function getAttributes(markup: string, { start, contentStart }: RawElement): Record<string, string> {
  const found: Record<string, string> = {};
  const parser = new Parser(
    {
      onattribute(name, value) {
        found[name] = decodeHTMLStrict(value);
      },
    },
    { xmlMode: true, decodeEntities: false },
  );
  parser.end(markup.slice(start, contentStart));
  return found;
}

/** The prefixed name of an element: `span`, or `h:span` next to an `h:p`. */
export const getPrefixedName = ({ name }: Pick<RawElement, "name">, requested: string) =>
  name.slice(0, name.indexOf(":") + 1) + requested;
