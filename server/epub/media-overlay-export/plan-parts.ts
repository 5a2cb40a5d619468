import { toOriginalId } from "#shared/epub/sanitize/namespace-ids.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import type { OverlayKind, OverlayMark } from "#shared/reader/overlay.ts";

export type Target =
  | { readonly type: "sentence"; readonly number: number }
  | { readonly type: "span"; readonly first: number; readonly last: number }
  | { readonly type: "element"; readonly id: string }
  | { readonly type: "page" };

export interface SpokenPart {
  readonly chapterNumber: number;
  readonly spineIndex: number;
  readonly target: Target;
  /** Index of the audio file. */
  readonly audio: number;
  /** Seconds in that file. */
  readonly begin: number;
  readonly end: number;
  readonly isPause: boolean;
  readonly kind: OverlayKind;
}

export interface SpokenChapter {
  readonly chapterNumber: number;
  readonly audio: number;
  /** Seconds in that file. */
  readonly start: number;
  readonly end: number;
  readonly sentences: readonly SyncedSentence[];
  /** Null when no text is spoken. */
  readonly span: readonly [first: string, last: string] | null;
  readonly marks: readonly OverlayMark[];
}

const shortPause = 2;
const tolerance = 0.0005;

export function planParts(chapters: readonly SpokenChapter[]): readonly SpokenPart[] {
  const planned = chapters.map((chapter) => ({ chapter, parts: new ChapterPlan(chapter).parts }));
  return planned.flatMap(({ chapter, parts }, at) => {
    if (parts.length > 0) return parts;
    const next = planned.slice(at).find((other) => other.parts.length > 0)?.parts[0];
    const before = planned
      .slice(0, at)
      .findLast((other) => other.parts.length > 0)
      ?.parts.at(-1);
    const adjacent = next ?? before;
    return adjacent ? [toChapterPart(chapter, adjacent.spineIndex)] : [];
  });
}

const toChapterPart = (
  { chapterNumber, audio, start, end }: SpokenChapter,
  spineIndex: number,
): SpokenPart => ({
  chapterNumber,
  spineIndex,
  audio,
  begin: start,
  end,
  isPause: true,
  kind: "",
  target: { type: "page" },
});

class ChapterPlan {
  readonly parts: SpokenPart[] = [];
  readonly #chapter: SpokenChapter;
  readonly #length: number;
  /** Planned up to this time, in seconds of the chapter. */
  #at = 0;

  constructor(chapter: SpokenChapter) {
    this.#chapter = chapter;
    this.#length = chapter.end - chapter.start;
    if (chapter.marks.length > 0) this.#planMarks();
    else if (chapter.sentences.length > 0) this.#planSentences();
    else if (chapter.span) this.#planSpan(chapter.span);
  }

  #planMarks(): void {
    for (const [spineIndex, element, start, end, kind] of this.#chapter.marks) {
      const target: Target =
        element === "" ? { type: "page" } : { type: "element", id: toOriginalId(element) };
      if (start > this.#at + tolerance) this.#addPause(this.parts.at(-1) ?? { spineIndex, target }, start);
      this.#add({ spineIndex, target, kind }, start, end);
    }
    this.#endWithPause();
  }

  #planSentences(): void {
    const { sentences, span } = this.#chapter;
    let before: string | null = null;
    for (const [id, start, end] of sentences) {
      const { spineIndex, number } = readSentence(id);
      if (start > this.#at + tolerance) {
        const missing = getSpanBetween(before ?? span?.[0] ?? id, id, before === null);
        if (missing) this.#add({ ...missing, kind: "" }, this.#at, start);
        else this.#addPause(this.parts.at(-1) ?? { spineIndex, target: { type: "sentence", number } }, start);
      }
      this.#add({ spineIndex, target: { type: "sentence", number }, kind: "" }, start, end);
      before = id;
    }
    const missing = before !== null && span ? getSpanBetween(before, span[1], false, true) : null;
    if (missing && this.#length > this.#at + tolerance) {
      this.#add({ ...missing, kind: "" }, this.#at, this.#length);
    } else this.#endWithPause();
  }

  #planSpan([from, to]: readonly [string, string]): void {
    const [first, last] = [readSentence(from), readSentence(to)];
    const isOnePage = first.spineIndex === last.spineIndex;
    const target: Target = isOnePage
      ? { type: "span", first: first.number, last: last.number }
      : { type: "page" };
    this.#add({ spineIndex: first.spineIndex, target, kind: "" }, 0, this.#length);
  }

  #add(
    shownTarget: Pick<SpokenPart, "spineIndex" | "target" | "kind">,
    start: number,
    end: number,
    isPause = false,
  ) {
    const until = Math.min(end, this.#length);
    if (until <= start) return;
    const { chapterNumber, audio, start: from } = this.#chapter;
    this.parts.push({
      ...shownTarget,
      chapterNumber,
      audio,
      begin: from + start,
      end: from + until,
      isPause,
    });
    this.#at = Math.max(this.#at, until);
  }

  #addPause({ spineIndex, target }: Pick<SpokenPart, "spineIndex" | "target">, end: number): void {
    const isShort = end - this.#at <= shortPause;
    const shownTarget: Target = isShort ? target : { type: "page" };
    this.#add({ spineIndex, target: shownTarget, kind: "" }, this.#at, end, true);
  }

  #endWithPause(): void {
    const last = this.parts.at(-1);
    if (last && this.#length > this.#at + tolerance) this.#addPause(last, this.#length);
  }
}

/** The sentences of a page between two others; null for none. */
function getSpanBetween(from: string, to: string, withFirst: boolean, withLast = false) {
  const [start, end] = [readSentence(from), readSentence(to)];
  const first = start.number + (withFirst ? 0 : 1);
  const last = end.number - (withLast ? 0 : 1);
  if (start.spineIndex !== end.spineIndex || first > last) return null;
  return { spineIndex: start.spineIndex, target: { type: "span" as const, first, last } };
}
