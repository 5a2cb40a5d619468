import type { SanitizedDocument, TextSource } from "#shared/epub/sanitize/sanitize-document.ts";
import { getBlocks, getMarks } from "#shared/epub/sanitize/write-document.ts";

export interface MarkupRange {
  readonly start: number;
  readonly end: number;
  readonly characters: number;
}

/**
 * The offsets of a page's sentences, by number. Sentences in CDATA sections are omitted.
 *
 * @param page parsed with text offsets
 */
export function getSentenceRanges(page: SanitizedDocument): ReadonlyMap<number, readonly MarkupRange[]> {
  const pieces = new Map<number, MarkupRange[]>();
  const marks = getMarks(getBlocks(page), 0);
  for (const [index, token] of page.body.entries()) {
    if (token.type !== "text") continue;
    const tokenMarks = marks.get(index) ?? [];
    const rawOffsets = tokenMarks.length > 0 && token.source ? new MarkupOffsets(token.source) : null;
    for (const { number, start, end } of tokenMarks) {
      const existing = pieces.get(number) ?? [];
      pieces.set(number, existing);
      const characters = token.text.slice(start, end).replace(/\s+/gu, "").length;
      if (rawOffsets)
        existing.push({
          start: rawOffsets.toMarkupOffset(start),
          end: rawOffsets.toMarkupOffset(end),
          characters,
        });
      else pieces.set(number, []);
    }
  }
  return pieces;
}

/**
 * Maps text offsets to markup offsets, where characters can be written as entities. Offsets must be requested
 * in order.
 */
class MarkupOffsets {
  readonly #source: TextSource;
  readonly #entities: ReadonlyArray<{
    readonly index: number;
    readonly raw: number;
    readonly characters: number;
  }>;
  #next = 0;
  #extraLength = 0;

  constructor(source: TextSource) {
    this.#source = source;
    this.#entities = [...source.raw.matchAll(/&(?:#\d+|#x[\da-f]+|[a-z_][\w.-]*);/gi)].map(
      ({ 0: entity, index }) => ({
        index,
        raw: entity.length,
        characters: source.decode(entity).length,
      }),
    );
  }

  toMarkupOffset(offset: number): number {
    for (let entity = this.#entities[this.#next]; entity; entity = this.#entities[this.#next]) {
      if (entity.index - this.#extraLength >= offset) break;
      this.#extraLength += entity.raw - entity.characters;
      this.#next++;
    }
    return this.#source.at + offset + this.#extraLength;
  }
}
