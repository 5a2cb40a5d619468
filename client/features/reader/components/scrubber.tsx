import { useState } from "react";
import { findChapterOfSentence } from "#client/features/reader/chapters.ts";
import type { BookStructure } from "#client/features/reader/engine/position/location.ts";
import { findSection, getBookFraction, getPercent } from "#client/features/reader/progress.ts";
import { formatItems } from "#client/lib/i18n/format.ts";
import { t } from "#client/lib/i18n/i18n.ts";

interface ScrubberProps {
  readonly fraction: number;
  readonly structure: BookStructure;
  readonly isRightToLeft: boolean;
  readonly onGo: (fraction: number) => void;
}

/** A thousand steps of a tenth of a percent. */
const steps = 1000;

export function Scrubber({ fraction, structure, isRightToLeft, onGo }: ScrubberProps) {
  const [draggedTo, setDraggedTo] = useState<number | null>(null);
  const displayedFraction = draggedTo ?? fraction;
  const label = t("reader.percent", { percent: getPercent(displayedFraction) });
  const chapter = findNearestChapter(displayedFraction, structure);

  const release = () => {
    if (draggedTo !== null && draggedTo !== fraction) onGo(draggedTo);
    setDraggedTo(null);
  };

  return (
    <div className="relative flex h-11 flex-1 items-center" dir={isRightToLeft ? "rtl" : "ltr"}>
      <ChapterMarks structure={structure} />
      {draggedTo !== null && (
        <p className="-top-14 pointer-events-none absolute inset-x-0 mx-auto w-fit max-w-full truncate rounded-control bg-ink px-3 py-1.5 text-paper text-small">
          {label} <bdi>{chapter}</bdi>
        </p>
      )}
      <input
        type="range"
        aria-label={t("reader.positionInBook")}
        aria-valuetext={chapter ? formatItems([label, chapter]) : label}
        min={0}
        max={steps}
        value={Math.round(displayedFraction * steps)}
        onChange={(event) => setDraggedTo(Number(event.target.value) / steps)}
        onPointerUp={release}
        onTouchEnd={release}
        onKeyUp={release}
        onBlur={release}
        className="relative h-11 w-full cursor-pointer bg-transparent accent-primary focus-visible:outline-2 focus-visible:outline-accent"
      />
    </div>
  );
}

function ChapterMarks({ structure: { chapters, weights } }: Pick<ScrubberProps, "structure">) {
  const starts = new Set(
    chapters
      .filter(({ depth, section, fragment }) => depth === 0 && section > 0 && fragment === null)
      .map(({ section }) => getBookFraction(weights, section, 0)),
  );
  // More chapter marks than this would merge into a line.
  if (starts.size > 60) return null;
  return (
    <div aria-hidden className="absolute inset-x-2 top-1/2 h-0">
      {Array.from(starts, (start) => (
        <span
          key={start}
          className="-translate-y-2.5 absolute h-5 w-px bg-muted/50"
          style={{ insetInlineStart: `${start * 100}%` }}
        />
      ))}
    </div>
  );
}

function findNearestChapter(fraction: number, { sections, chapters, weights }: BookStructure): string {
  const { section, sectionFraction } = findSection(weights, fraction);
  const sentence = Math.floor(sectionFraction * (sections[section]?.item.sentenceCount ?? 0));
  return findChapterOfSentence(chapters, section, sentence)?.label ?? "";
}
