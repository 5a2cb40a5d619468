import type { AlignmentResult, EntryPoints } from "./align-audio.ts";
import { decode } from "./decoder.ts";
import { cepstra, framesPerSecond } from "./frames.ts";
import type { Reference, SentenceFrames, VoicedAudio } from "./search.ts";

export interface AnchoredSentence {
  readonly sentence: number;
  /** Seconds from the chapter's start. */
  readonly at: number;
}

interface AnchoredSpan {
  readonly frames: readonly [number, number];
  readonly sentences: readonly [number, number];
  readonly isAnchored: boolean;
}

export function clampToAnchors(
  aligned: AlignmentResult,
  anchors: readonly AnchoredSentence[],
  { opening, partStarts }: EntryPoints,
): AlignmentResult {
  const { text, audio, filler } = aligned;
  const starts = new Int32Array(aligned.decoded.starts.length).fill(-1);
  const ends = starts.slice();
  let cost = 0;
  for (const span of getSpans(aligned, anchors)) {
    const [firstSentence, lastSentence] = span.sentences;
    const [firstFrame, lastFrame] = span.frames;
    if (lastFrame <= firstFrame || lastSentence <= firstSentence) continue;
    const part = decode({
      text: getText(text, span),
      audio: getAudioSpan(audio, span),
      filler: filler.subarray(firstFrame, lastFrame),
      opening: span.isAnchored
        ? allowOnlyFirst(lastSentence - firstSentence)
        : opening.slice(firstSentence, lastSentence + 1),
      partStarts: span.isAnchored ? [] : partStarts.filter((index) => index < lastSentence),
    });
    writeSpan(part, span, starts, ends);
    cost += part.cost;
  }
  return { ...aligned, decoded: { starts, ends, cost } };
}

function allowOnlyFirst(count: number): Float64Array {
  const opening = new Float64Array(count + 1).fill(Number.POSITIVE_INFINITY);
  opening[0] = 0;
  return opening;
}

function getSpans(
  { speech, decoded }: AlignmentResult,
  anchors: readonly AnchoredSentence[],
): readonly AnchoredSpan[] {
  const inOrder = [...anchors].sort((a, b) => a.sentence - b.sentence);
  const findFrame = (seconds: number) => {
    const index = speech.frameIndexes.findIndex(
      (frameIndex) => frameIndex >= Math.round(seconds * framesPerSecond),
    );
    return index < 0 ? speech.frameIndexes.length : index;
  };
  const bounds = inOrder.map(({ sentence, at }) => ({ sentence, frame: findFrame(at) }));
  const last = { sentence: decoded.starts.length, frame: speech.frameIndexes.length };
  const before: AnchoredSpan = {
    frames: [0, bounds[0]?.frame ?? last.frame],
    sentences: [0, bounds[0]?.sentence ?? last.sentence],
    isAnchored: false,
  };
  const after = bounds.map(({ sentence, frame }, index): AnchoredSpan => {
    const next = bounds[index + 1] ?? last;
    return { frames: [frame, next.frame], sentences: [sentence, next.sentence], isAnchored: true };
  });
  return [before, ...after];
}

function getText({ frames, offsets }: Reference, { sentences: [from, to] }: AnchoredSpan): Reference {
  const [first, last] = [offsets[from] ?? 0, offsets[to] ?? 0];
  return {
    frames: { count: last - first, values: frames.values.subarray(first * cepstra, last * cepstra) },
    offsets: offsets.slice(from, to + 1).map((offset) => offset - first),
  };
}

function getAudioSpan({ frames, pauses }: VoicedAudio, { frames: [from, to] }: AnchoredSpan): VoicedAudio {
  return {
    frames: { count: to - from, values: frames.values.subarray(from * cepstra, to * cepstra) },
    pauses: pauses.subarray(from, to),
  };
}

function writeSpan(
  part: SentenceFrames,
  { frames, sentences, isAnchored }: AnchoredSpan,
  starts: Int32Array,
  ends: Int32Array,
): void {
  part.starts.forEach((start, index) => {
    if (start < 0) return;
    starts[sentences[0] + index] = frames[0] + start;
    ends[sentences[0] + index] = frames[0] + (part.ends[index] ?? start);
  });
  if (!isAnchored || (starts[sentences[0]] ?? -1) >= 0) {
    if (isAnchored) starts[sentences[0]] = frames[0];
    return;
  }
  const next = part.starts.find((start) => start > 0);
  starts[sentences[0]] = frames[0];
  ends[sentences[0]] = next === undefined ? frames[1] : frames[0] + next;
}
