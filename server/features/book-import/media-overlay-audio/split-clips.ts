import type { TimedClip } from "./time-clips.ts";

export interface ClipSpan {
  readonly audio: number;
  readonly section: number;
  /** Seconds in the file. */
  readonly start: number;
  readonly end: number;
  readonly clips: readonly TimedClip[];
}

const maxPause = 5;
const tolerance = 0.01;

export function splitIntoSpans(all: readonly TimedClip[]): readonly ClipSpan[] {
  const spans: ClipSpan[] = [];
  let clips: TimedClip[] = [];
  const closeSpan = () => {
    const [first] = clips;
    if (!first) return;
    const trimmedClips = removeOverlap(clips);
    const last = Math.max(...trimmedClips.slice(-maxLookback).map((clip) => clip.end));
    spans.push({
      audio: first.audio,
      section: first.section,
      start: first.begin,
      end: last,
      clips: trimmedClips,
    });
  };
  for (const clip of removeOutOfOrder(all)) {
    const previous = clips.at(-1);
    if (previous && (clip.section !== previous.section || !isContinuous(previous, clip))) {
      closeSpan();
      clips = [];
    }
    clips.push(clip);
  }
  closeSpan();
  return spans;
}

const maxLookback = 100;

function isContinuous(previous: TimedClip, next: TimedClip): boolean {
  return (
    next.audio === previous.audio &&
    next.begin >= previous.begin - tolerance &&
    next.begin <= previous.end + maxPause
  );
}

function removeOutOfOrder(clips: readonly TimedClip[]): readonly TimedClip[] {
  const nextTextClip = new Array<TimedClip | undefined>(clips.length);
  let next: TimedClip | undefined;
  for (let at = clips.length - 1; at >= 0; at--) {
    nextTextClip[at] = next;
    const clip = clips[at];
    if (clip && !isSkippable(clip)) next = clip;
  }
  const timedClips: TimedClip[] = [];
  for (const [at, clip] of clips.entries()) {
    const previous = timedClips.at(-1);
    const after = nextTextClip[at];
    const isOutOfOrder =
      isSkippable(clip) &&
      previous &&
      after &&
      !isContinuous(previous, clip) &&
      isContinuous(previous, after);
    if (!isOutOfOrder) timedClips.push(clip);
  }
  return timedClips;
}

const isSkippable = ({ kind }: TimedClip) => kind === "page" || kind === "note";

function removeOverlap(clips: readonly TimedClip[]): readonly TimedClip[] {
  return clips.map((clip, at) => {
    const next = clips[at + 1];
    return next && next.begin > clip.begin && next.begin < clip.end ? { ...clip, end: next.begin } : clip;
  });
}
