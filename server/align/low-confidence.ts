import { minConfidence } from "#shared/alignment/map.ts";
import type { AlignedChapter, FoundSentence, UnknownAudio } from "./chapter.ts";

/** A part of a chapter with unknown times; see `LowConfidenceSpan` in shared/alignment. */
export interface Uncertainty {
  readonly kind: "not-in-text" | "not-narrated" | "unclear";
  readonly start: number;
  readonly end: number;
  readonly sentences: readonly [number, number] | null;
  readonly confidence: number;
}

export interface ChapterConfidence {
  readonly sentences: readonly FoundSentence[];
  readonly uncertainties: readonly Uncertainty[];
}

export interface SentenceInfo {
  readonly getLength: (sentence: number) => number;
  /** A sentence that espeak-ng cannot speak, which is placed between its neighbours. */
  readonly isUnspoken: (sentence: number) => boolean;
}

const interpolatedConfidence = 0.7;
const guessConfidence = 0.1;
/** Sounds this close to the edge of a gap may belong to it, in seconds. */
const edgeTolerance = 0.1;

export function findLowConfidence(
  { found, unknown }: AlignedChapter,
  sentenceInfo: SentenceInfo,
): ChapterConfidence {
  const gaps = [-1, ...found.keys()].map((index) =>
    classifyGap(found[index], found[index + 1], unknown, sentenceInfo),
  );
  const sentences = [...found, ...gaps.flatMap((gap) => gap.sentences)].sort(
    (a, b) => a.sentence - b.sentence,
  );
  const uncertainties = [...gaps.flatMap((gap) => gap.uncertainties), ...listUnclearRuns(found)];
  return { sentences, uncertainties: uncertainties.sort((a, b) => a.start - b.start) };
}

function classifyGap(
  before: FoundSentence | undefined,
  after: FoundSentence | undefined,
  unknown: readonly UnknownAudio[],
  sentenceInfo: SentenceInfo,
): ChapterConfidence {
  const [from, to] = [before?.end ?? 0, after?.start ?? Number.POSITIVE_INFINITY];
  const result = unknown.filter(
    ({ start, end }) => start >= from - edgeTolerance && end <= to + edgeTolerance,
  );
  const first = before && after ? before.sentence + 1 : 0;
  const last = before && after ? after.sentence - 1 : -1;
  if (last < first) return { sentences: [], uncertainties: result.map(createNotInText) };
  if (result.length === 0) return { sentences: [], uncertainties: [createNotNarrated(first, last, from)] };
  return createGuess(first, last, result, { before, after }, sentenceInfo);
}

const createNotInText = ({ start, end }: UnknownAudio): Uncertainty => ({
  kind: "not-in-text",
  start,
  end,
  sentences: null,
  confidence: 0,
});

export function createNotNarrated(first: number, last: number, time: number): Uncertainty {
  return { kind: "not-narrated", start: time, end: time, sentences: [first, last], confidence: 0 };
}

export function createUnclearChapter(duration: number): Uncertainty {
  return { kind: "unclear", start: 0, end: duration, sentences: null, confidence: 0 };
}

function createGuess(
  first: number,
  last: number,
  result: readonly UnknownAudio[],
  {
    before,
    after,
  }: { readonly before: FoundSentence | undefined; readonly after: FoundSentence | undefined },
  sentenceInfo: SentenceInfo,
): ChapterConfidence {
  const [start, end] = [result[0]?.start ?? 0, result.at(-1)?.end ?? 0];
  const isConfident = [before, after].every((sentence) => (sentence?.confidence ?? 0) >= minConfidence);
  const isKnown = isConfident && first === last && result.length >= 1 && sentenceInfo.isUnspoken(first);
  const confidence = isKnown ? interpolatedConfidence : guessConfidence;
  const indexes = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const totalLength = indexes.reduce((sum, index) => sum + sentenceInfo.getLength(index), 0) || 1;
  let elapsedLength = 0;
  const sentences = indexes.map((sentence): FoundSentence => {
    const from = start + ((end - start) * elapsedLength) / totalLength;
    elapsedLength += sentenceInfo.getLength(sentence);
    return { sentence, start: from, end: start + ((end - start) * elapsedLength) / totalLength, confidence };
  });
  const uncertainty: Uncertainty = { kind: "unclear", start, end, sentences: [first, last], confidence };
  return { sentences, uncertainties: isKnown ? [] : [uncertainty] };
}

/** Consecutive sentences that were found with low confidence. */
function listUnclearRuns(found: readonly FoundSentence[]): readonly Uncertainty[] {
  const runs: FoundSentence[][] = [];
  found.forEach((sentence, index) => {
    if (sentence.confidence >= minConfidence) return;
    const isNext = index > 0 && (found[index - 1]?.confidence ?? 1) < minConfidence;
    if (isNext) runs.at(-1)?.push(sentence);
    else runs.push([sentence]);
  });
  return runs.flatMap((run) => {
    const [first, last] = [run[0], run.at(-1)];
    if (!first || !last) return [];
    const confidence = run.reduce((sum, sentence) => sum + sentence.confidence, 0) / run.length;
    return [
      {
        ...unclearSpan,
        start: first.start,
        end: last.end,
        sentences: [first.sentence, last.sentence],
        confidence,
      },
    ];
  });
}

const unclearSpan = { kind: "unclear" } as const;
