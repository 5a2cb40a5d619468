import { decodeXMLStrict } from "entities";
import { toServedId } from "#shared/epub/sanitize/namespace-ids.ts";
import type { SanitizedDocument, Token } from "#shared/epub/sanitize/sanitize-document.ts";
import { getBlocks, getMarks } from "#shared/epub/sanitize/write-document.ts";

/** Consecutive sentences, the first and the last possibly only in part. */
export interface SentenceSpan {
  /** Sentence numbers in the document. */
  readonly first: number;
  readonly last: number;
  readonly firstCharacters: number;
  readonly lastCharacters: number;
}

export interface Fragment {
  /** The number of the sentence at its start, or of the next one. */
  readonly at: number;
  /** Null for an element without text. */
  readonly span: SentenceSpan | null;
}

export interface Fragments {
  readonly byId: ReadonlyMap<string, Fragment>;
  readonly characters: readonly number[];
}

interface OpenElement {
  readonly ids: readonly string[];
  at: number | null;
  span: { first: number; last: number; firstCharacters: number; lastCharacters: number } | null;
}

/**
 * Finds elements by id and the sentences in each.
 *
 * @param requested ids; the empty id is the whole page
 */
export function getFragments(document: SanitizedDocument, requested: ReadonlySet<string>): Fragments {
  const search = new FragmentSearch(document, requested);
  const pieces = getMarks(getBlocks(document), 0);
  for (const [index, token] of document.body.entries()) {
    if (token.type === "open") search.open(token);
    else if (token.type === "close") search.close();
    else if (token.type === "void") search.mark(token);
    else if (token.type === "text") {
      for (const { number, start, end } of pieces.get(index) ?? []) {
        search.add(number, token.text.slice(start, end).replace(/\s+/gu, "").length);
      }
    }
  }
  return search.end();
}

class FragmentSearch {
  readonly #byServedId = new Map<string, string[]>();
  readonly #found = new Map<string, Fragment>();
  readonly #characters: number[] = [];
  readonly #stack: Array<OpenElement | null> = [];
  readonly #open: OpenElement[] = [];

  constructor(document: SanitizedDocument, requested: ReadonlySet<string>) {
    for (const id of requested) {
      const served = toServedId(id);
      this.#byServedId.set(served, [...(this.#byServedId.get(served) ?? []), id]);
    }
    const pageIds = ["", getId(document.htmlAttributes), getId(document.bodyAttributes)];
    const ids = pageIds.flatMap((id) => (id === null ? [] : (this.#byServedId.get(id) ?? [])));
    this.#begin(ids);
  }

  open({ attributes }: Extract<Token, { type: "open" }>): void {
    this.#begin(this.#getIds(attributes));
  }

  close(): void {
    const closed = this.#stack.pop();
    if (!closed) return;
    this.#open.pop();
    this.#store(closed);
  }

  mark({ attributes }: Extract<Token, { type: "void" }>): void {
    this.#begin(this.#getIds(attributes));
    this.close();
  }

  add(number: number, characters: number): void {
    this.#characters[number] = (this.#characters[number] ?? 0) + characters;
    for (const open of this.#open) {
      open.at ??= number;
      const { span } = open;
      if (!span)
        open.span = { first: number, last: number, firstCharacters: characters, lastCharacters: characters };
      else {
        if (span.first === number) span.firstCharacters += characters;
        span.lastCharacters = span.last === number ? span.lastCharacters + characters : characters;
        span.last = number;
      }
    }
  }

  end(): Fragments {
    while (this.#stack.length > 0) this.close();
    return { byId: this.#found, characters: this.#characters };
  }

  #getIds(attributes: string): readonly string[] {
    const id = getId(attributes);
    return id === null ? [] : (this.#byServedId.get(id) ?? []);
  }

  #begin(ids: readonly string[]): void {
    const open = ids.length > 0 ? { ids, at: null, span: null } : null;
    this.#stack.push(open);
    if (open) this.#open.push(open);
  }

  #store({ ids, at, span }: OpenElement): void {
    // Of two elements with the same id, the first wins.
    for (const id of ids) {
      if (!this.#found.has(id)) this.#found.set(id, { at: at ?? this.#characters.length, span });
    }
  }
}

function getId(attributes: string): string | null {
  const [, id] = / id="([^"]*)"/.exec(attributes) ?? [];
  return id === undefined ? null : decodeXMLStrict(id);
}
