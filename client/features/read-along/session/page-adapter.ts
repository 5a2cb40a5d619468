import type { SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import type { TextSpan } from "#client/features/read-along/approximate-position.ts";
import type { AudibleChapter } from "#client/features/read-along/audio-position.ts";
import type { ReadAlongPage } from "#client/features/read-along/playback-sync.ts";
import type { BookClassNames, ReaderEngine, SentenceView } from "#client/features/reader/index.ts";

const touchIdleMs = 600;

/** A page that starts this fraction of the book before a chapter shows the start of the chapter. */
const chapterStartTolerance = 0.002;

export interface ChapterPosition {
  readonly chapter: AudibleChapter | null;
  readonly span: TextSpan;
}

export interface ReadAlongPages extends ReadAlongPage {
  /** The reader is touching the page. */
  readonly onTouch: () => void;
  readonly onSettled: () => void;
}

/** @param getPosition the text position of a chapter; null while unknown */
export function createPageAdapter(
  engine: ReaderEngine,
  sentences: SentenceView,
  getPosition: (chapterNumber: number) => ChapterPosition | null,
  getClasses: () => BookClassNames,
): ReadAlongPages {
  let touchedUntil = 0;
  const isSelecting = () => engine.document?.getSelection()?.isCollapsed === false;

  return {
    mark: (target, isPlaying) => {
      const classes = getClasses();
      sentences.mark(target, classes);
      sentences.markPlaying(isPlaying, classes);
    },
    isBusy: () => engine.isBusy || performance.now() < touchedUntil || isSelecting(),
    shows: ({ target, fraction }) => sentences.shows(target, fraction),
    turnTo: ({ target, fraction }) => sentences.turnTo(target, fraction),
    showsChapter: (chapterNumber) => {
      const position = getPosition(chapterNumber);
      return position === null || showsPosition(engine, position);
    },
    turnToChapter: async (chapterNumber) => {
      const position = getPosition(chapterNumber);
      if (!position) return;
      const first = position.chapter?.sentences[0]?.[0];
      if (first) await sentences.turnTo(first, 0);
      else await engine.goTo({ fraction: position.span.from }, "follow");
    },
    onTouch: () => {
      touchedUntil = performance.now() + touchIdleMs;
    },
    onSettled: () => {
      touchedUntil = 0;
    },
  };
}

function showsPosition({ location, structure }: ReaderEngine, { chapter, span }: ChapterPosition): boolean {
  if (!location || location.notice) return true;
  const [first, last] = [chapter?.sentences[0]?.[0], chapter?.sentences.at(-1)?.[0]];
  const spineIndex = structure.sections[location.section]?.item.index;
  if (first && last && spineIndex !== undefined)
    return spineIndex >= getIndex(first) && spineIndex <= getIndex(last);
  return location.fraction >= span.from - chapterStartTolerance && location.fraction < span.to;
}

const getIndex = (sentence: SentenceId) => readSentence(sentence).spineIndex;
