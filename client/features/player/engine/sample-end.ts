import type { Seconds } from "#shared/api/schemas.ts";
import type { PlayerState } from "./player-state.ts";

/** Silence so near a sample's end is its end. */
const sampleEndTolerance: Seconds = 2;

/** Whether a chapter is the last of a sample that may be heard. */
export function isLastSampleChapter({ playlist, chapterIndex }: PlayerState): boolean {
  return playlist?.portion === "sample" && playlist.chapters[chapterIndex + 1]?.isLocked !== false;
}

/** Whether a sample gave out: it is cut by bytes, so that its sound may end a little before the time does. */
export function isSampleOver(state: PlayerState): boolean {
  return isLastSampleChapter(state) && state.duration - state.time < sampleEndTolerance;
}
