import type { Reason } from "#shared/api/problem.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import type { EpubOverlay } from "#server/epub/media-overlay/map-sentences.ts";
import type { BookChapter } from "#server/features/book-import/audio-chapters.ts";
import type { SyncFile } from "#server/features/book-import/book-manifest.ts";
import { getChapterType } from "#server/features/book-import/chapter-type.ts";
import { SentenceTimes } from "./sentence-times.ts";
import { type ClipSpan, splitIntoSpans } from "./split-clips.ts";
import { timeClips } from "./time-clips.ts";

export interface BuiltChapters {
  readonly audioFiles: readonly number[];
  readonly chapters: readonly BookChapter[];
  readonly maps: SyncFile["chapters"];
  readonly marks: ReadonlyArray<{ readonly chapterNumber: number; readonly marks: readonly OverlayMark[] }>;
  readonly warnings: readonly Reason[];
}

const maxChapters = 5000;

/**
 * Builds chapters from an overlay's audio clips, with sentence times.
 *
 * @param durations seconds of each audio file; null if unused
 * @returns no chapters without audio
 */
export function buildChapters(overlay: EpubOverlay, durations: ReadonlyArray<number | null>): BuiltChapters {
  const { clips, warnings } = timeClips(overlay, durations);
  const spans = splitIntoSpans(clips);
  if (spans.length === 0) return { ...emptyResult, warnings };
  if (spans.length > maxChapters) return { ...emptyResult, warnings: [{ code: "narration_fragmented" }] };
  const audioFiles = overlay.audioFiles.flatMap((_, index) =>
    spans.some(({ audio }) => audio === index) ? [index] : [],
  );
  const times = new SentenceTimes(overlay, clips);
  const result = spans.map((span, index) => ({ chapterNumber: index + 1, ...times.getSpanTimes(span) }));
  return {
    audioFiles,
    chapters: toChapters(spans, audioFiles, overlay.sections),
    maps: result.flatMap(({ chapterNumber, sentences }) =>
      sentences.length > 0 ? [{ chapterNumber, sentences }] : [],
    ),
    marks: result.flatMap(({ chapterNumber, marks }) => (marks.length > 0 ? [{ chapterNumber, marks }] : [])),
    warnings,
  };
}

const emptyResult = { audioFiles: [], chapters: [], maps: [], marks: [] };

function toChapters(
  spans: readonly ClipSpan[],
  audioFiles: readonly number[],
  sections: readonly string[],
): BookChapter[] {
  const partByFile = new Map(audioFiles.map((audio, part) => [audio, part]));
  const titles = spans.map(({ section }) => sections[section] ?? "");
  let count = 0;
  return spans.map(({ audio, start, end }, index) => {
    const title = titles[index] ?? "";
    count = title !== "" && title === titles[index - 1] ? count + 1 : 1;
    return {
      chapterNumber: index + 1,
      chapterType: getChapterType(title),
      title: title === "" ? `Chapter ${index + 1}` : count > 1 ? `${title} (${count})` : title,
      part: partByFile.get(audio) ?? 0,
      start,
      end,
    };
  });
}
