import type { SharedMark, SharedMarkId } from "#shared/marks/shared-mark.ts";
import { drawRanges, findRectAt } from "#client/features/marks/page/draw-ranges.ts";
import { SentenceIndex } from "#client/features/marks/page/find-range.ts";
import { addHighlightStyle, type LoadedDocument, type PageHooks } from "#client/features/reader/index.ts";

const names = { member: "mk-margin", moderator: "mk-margin-moderator" } as const;

/**
 * Other lines than those of own marks, so that they are told apart without colours. WebKitGTK draws no lines of
 * highlights, only their background.
 */
const rules = `
  ::highlight(${names.member}), .${names.member} {
    text-decoration: underline dashed 2px #b4690e;
    background-color: color-mix(in srgb, #b4690e 8%, transparent); }
  ::highlight(${names.moderator}), .${names.moderator} {
    text-decoration: underline double 3px #b4690e;
    background-color: color-mix(in srgb, #b4690e 16%, transparent); }
`;

interface RenderedMark {
  readonly mark: SharedMark;
  readonly range: Range;
}

/** Draws the marks of others into the documents of a book. */
export class MarginRenderer {
  readonly #hooks: PageHooks;
  readonly #rendered = new WeakMap<Document, readonly RenderedMark[]>();
  readonly #indexes = new WeakMap<Document, SentenceIndex>();
  #marks: readonly SharedMark[] = [];

  constructor(hooks: PageHooks) {
    this.#hooks = hooks;
  }

  /** Own marks are drawn as such. */
  setMarks(marks: readonly SharedMark[]): void {
    this.#marks = marks.filter(({ isMine }) => !isMine);
    for (const loaded of this.#hooks.list()) this.render(loaded);
  }

  render({ doc }: LoadedDocument): void {
    if (this.#marks.length === 0 && !this.#rendered.has(doc)) return;
    const index = this.#indexes.get(doc) ?? new SentenceIndex(doc);
    this.#indexes.set(doc, index);
    const rendered = this.#marks.flatMap((mark) => {
      const range = index.findRange(mark);
      return range ? [{ mark, range }] : [];
    });
    this.#rendered.set(doc, rendered);
    addHighlightStyle(doc, rules);
    const getRanges = (isModerator: boolean) =>
      rendered.filter(({ mark }) => mark.isModerator === isModerator).map(({ range }) => range);
    drawRanges(doc, names.member, getRanges(false), -2);
    drawRanges(doc, names.moderator, getRanges(true), -2);
  }

  /** The marks at a point of the document's window. */
  findAt(doc: Document, x: number, y: number): readonly SharedMark[] {
    return (this.#rendered.get(doc) ?? [])
      .filter(({ range }) => findRectAt(range, x, y) !== null)
      .map(({ mark }) => mark);
  }

  /** The marks that share text with a range. */
  findIn(range: Range): readonly SharedMark[] {
    const doc = range.startContainer.ownerDocument;
    return (doc ? (this.#rendered.get(doc) ?? []) : [])
      .filter((each) => overlaps(each.range, range))
      .map(({ mark }) => mark);
  }

  /** Where a mark is shown in the document's window; null when it is in none of the loaded documents. */
  findRange(id: SharedMarkId): Range | null {
    for (const { doc } of this.#hooks.list()) {
      const found = this.#rendered.get(doc)?.find(({ mark }) => mark.id === id);
      if (found) return found.range;
    }
    return null;
  }
}

const overlaps = (a: Range, b: Range): boolean =>
  a.startContainer.ownerDocument === b.startContainer.ownerDocument &&
  a.compareBoundaryPoints(Range.END_TO_START, b) < 0 &&
  a.compareBoundaryPoints(Range.START_TO_END, b) > 0;
