import { type Mark, type MarkId, type MarkStyle, markStyles } from "#shared/marks/mark.ts";
import { addHighlightStyle, type LoadedDocument, type PageHooks } from "#client/features/reader/index.ts";
import { drawRanges, findRectAt } from "./draw-ranges.ts";
import { SentenceIndex } from "./find-range.ts";

const getName = (style: MarkStyle) => `mk-mark-${style}`;
const noteName = "mk-note";

/** Hues that stay apart in all themes, also for readers who confuse red and green. */
export const markColors: Readonly<Record<Exclude<MarkStyle, "underline">, string>> = {
  yellow: "#e0a800",
  green: "#2f9e44",
  blue: "#1c7ed6",
  pink: "#e64980",
  purple: "#845ef7",
};

/** Lines have a background too, since WebKitGTK draws no lines of highlights. */
const tint = "background-color: color-mix(in srgb, currentColor 8%, transparent);";

const rules = `
  ${Object.entries(markColors)
    .map(
      ([style, color]) => `::highlight(${getName(style as MarkStyle)}), .${getName(style as MarkStyle)} {
        background-color: color-mix(in srgb, ${color} 22%, transparent); }`,
    )
    .join("\n")}
  ::highlight(${getName("underline")}), .${getName("underline")} {
    text-decoration: underline 2px color-mix(in srgb, currentColor 70%, transparent); ${tint} }
  ::highlight(${noteName}), .${noteName} { text-decoration: underline dotted 2px; ${tint} }
  @media (forced-colors: active) {
    ${Object.keys(markColors)
      .map((style) => `::highlight(${getName(style as MarkStyle)})`)
      .join(", ")} { background-color: Mark; color: MarkText; }
  }
`;

interface RenderedMark {
  readonly mark: Mark;
  readonly range: Range;
}

/** Draws highlights into the documents of a book. */
export class MarkRenderer {
  readonly #hooks: PageHooks;
  readonly #rendered = new WeakMap<Document, readonly RenderedMark[]>();
  readonly #indexes = new WeakMap<Document, SentenceIndex>();
  #marks: readonly Mark[] = [];

  constructor(hooks: PageHooks) {
    this.#hooks = hooks;
  }

  setMarks(marks: readonly Mark[]): void {
    this.#marks = marks;
    for (const loaded of this.#hooks.list()) this.render(loaded);
  }

  render({ doc }: LoadedDocument): void {
    const index = this.#indexes.get(doc) ?? new SentenceIndex(doc);
    this.#indexes.set(doc, index);
    const rendered = this.#marks.flatMap((mark) => {
      const range = mark.style ? index.findRange(mark) : null;
      return range ? [{ mark, range }] : [];
    });
    this.#rendered.set(doc, rendered);
    const getRanges = (isDrawn: (each: RenderedMark) => boolean) =>
      rendered.filter(isDrawn).map(({ range }) => range);
    addHighlightStyle(doc, rules);
    for (const style of markStyles) {
      drawRanges(
        doc,
        getName(style),
        getRanges(({ mark }) => mark.style === style),
      );
    }
    drawRanges(
      doc,
      noteName,
      getRanges(({ mark }) => mark.note !== ""),
    );
  }

  /** The smallest mark at a point of the document's window; null for none. */
  findAt(doc: Document, x: number, y: number): { readonly id: MarkId; readonly rect: DOMRect } | null {
    const found = (this.#rendered.get(doc) ?? [])
      .flatMap(({ mark, range }) => {
        const rect = findRectAt(range, x, y);
        return rect ? [{ id: mark.id, rect, length: range.toString().length }] : [];
      })
      .sort((a, b) => a.length - b.length);
    return found[0] ?? null;
  }

  /** Where a mark is shown in the document's window; null when it is in none of the loaded documents. */
  findRange(id: MarkId): Range | null {
    for (const { doc } of this.#hooks.list()) {
      const found = this.#rendered.get(doc)?.find(({ mark }) => mark.id === id);
      if (found) return found.range;
    }
    return null;
  }

  clear(): void {
    this.#marks = [];
    for (const loaded of this.#hooks.list()) this.render(loaded);
  }
}
