import type { Seconds } from "#shared/api/schemas.ts";
import type { PlayerState } from "./player-state.ts";

/** Tolerance in seconds for silence at the end of a sample. */
const sampleEndTolerance: Seconds = 2;

export function isLastSampleChapter({ playlist, chapterIndex }: PlayerState): boolean {
  return playlist?.portion === "sample" && playlist.chapters[chapterIndex + 1]?.isLocked !== false;
}

/**
 * Whether a sample has ended: samples are cut by bytes, so the audio can end slightly before the duration.
 */
export function isSampleOver(state: PlayerState): boolean {
  return isLastSampleChapter(state) && state.duration - state.time < sampleEndTolerance;
}
