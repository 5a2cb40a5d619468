import { alignChapter } from "#server/align/chapter.ts";
import { framesPerSecond } from "#server/align/frames.ts";
import { getPart, type SpokenText } from "#server/align/spoken-text.ts";
import { listenToSpan } from "./ffmpeg.ts";
import { AlignmentRejectedError, type AlignTask, type AudioChapter, type AudioFileRow } from "./task.ts";

/** Shares of the audio at which a span is compared with the text at the same share, the likeliest first. */
const probeFractions = [0.5, 0.3, 0.7, 0.15, 0.85];
const spanSeconds = 90;
/** How far the text may be from its proportional place. */
const maxOffset = { seconds: 480, fraction: 0.03 };
/** Seconds of audio below which aligning all of it takes no longer. */
const longAudio = 900;
/** Of the audio's length to the reference speech's; outside of it, an excerpt or an abridgement. */
const fullLength = { min: 0.6, max: 1.8 };
/** The share found of the right text is about 0.9, of another one below 0.1. */
const minShare = 0.25;
const minSpeech = 30;

/**
 * Rejects the full-length narration of another book by a few minutes of it. The first span that is found in
 * the text ends the search; excerpts and abridgements are judged while they are aligned.
 *
 * @throws {AlignmentRejectedError} `not-the-same`
 */
export async function rejectOtherBook(
  { files, programs, requested, anchors }: AlignTask,
  text: SpokenText,
  onDecoder: (pid: number | null) => void,
): Promise<void> {
  const chapters = files.flatMap((file) => file.chapters.map((chapter) => ({ file, chapter })));
  const length = chapters.reduce((sum, { chapter: { start, end } }) => sum + end - start, 0);
  const ratio = length / (text.spectra.count / framesPerSecond);
  const isFull = ratio >= fullLength.min && ratio <= fullLength.max;
  if (requested !== null || anchors.length > 0 || length < longAudio || !isFull) return;
  for (const fraction of probeFractions) {
    const span = findSpan(chapters, fraction * length);
    if (!span) return;
    const features = await listenToSpan(programs.ffmpeg, span.file, span, onDecoder);
    const part = getPart(text, ...getWindow(text, fraction));
    const aligned = alignChapter({
      ...{ text: part, features, partStarts: [], anchors: [], voice: null },
      expectedSentence: part.offsets.length >> 1,
    });
    if (aligned.matchedFraction >= minShare || aligned.speech < minSpeech) return;
  }
  throw new AlignmentRejectedError("not-the-same");
}

interface ListedChapter {
  readonly file: AudioFileRow;
  readonly chapter: AudioChapter;
}

/** @param time seconds of the whole audio */
function findSpan(chapters: readonly ListedChapter[], time: number) {
  let before = 0;
  for (const { file, chapter } of chapters) {
    const length = chapter.end - chapter.start;
    const inside = Math.max(0, Math.min(time - before, length - spanSeconds));
    const from = chapter.start + inside;
    if (time < before + length) return { file, from, to: Math.min(chapter.end, from + spanSeconds) };
    before += length;
  }
  return null;
}

function getWindow({ offsets, spectra }: SpokenText, fraction: number): [from: number, to: number] {
  const middle = fraction * spectra.count;
  const tolerance = maxOffset.seconds * framesPerSecond + maxOffset.fraction * spectra.count;
  const findSentenceAfter = (frame: number) => {
    const found = offsets.findIndex((offset) => offset >= frame);
    return found < 0 ? offsets.length - 1 : found;
  };
  return [findSentenceAfter(middle - tolerance), findSentenceAfter(middle + tolerance)];
}
