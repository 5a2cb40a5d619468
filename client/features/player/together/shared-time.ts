import type { Seconds } from "#shared/api/schemas.ts";
import type { SharedPlayback } from "#shared/listen-together/contract.ts";
import type { Playlist } from "#shared/player/contract.ts";
import { getBookDuration, type TrackPosition, toBookTime } from "#client/features/player/engine/timeline.ts";

/**
 * Where the host is at a time of the server's clock, in seconds of the book.
 *
 * @param serverNow milliseconds since 1970
 */
export function getSharedTime(playlist: Playlist, playback: SharedPlayback, serverNow: number): Seconds {
  const { chapterNumber, offset, rate, isPlaying, at } = playback;
  const index = Math.max(
    0,
    playlist.chapters.findIndex((chapter) => chapter.chapterNumber === chapterNumber),
  );
  const elapsed = isPlaying ? Math.max(0, (serverNow - at.getTime()) / 1000) : 0;
  return Math.min(getBookDuration(playlist), toBookTime(playlist, { index, time: offset }) + elapsed * rate);
}

export const toSharedPlayback = (
  playlist: Playlist,
  { index, time }: TrackPosition,
  { rate, isPlaying }: Pick<SharedPlayback, "rate" | "isPlaying">,
  serverNow: number,
): SharedPlayback => ({
  chapterNumber: playlist.chapters[index]?.chapterNumber ?? 1,
  offset: Math.max(0, time),
  rate,
  isPlaying,
  at: new Date(serverNow),
});

/** A larger difference is closed by a seek, which can be heard. */
export const maxRateDrift: Seconds = 1;
/** Smaller differences cannot be heard. */
const tolerance: Seconds = 0.03;
/** A larger change of speed is heard as one. */
const maxRateChange = 0.08;
/** The share of a difference that is closed in a second. */
const closedPerSecond = 0.4;
/** Each change of the speed can be heard in some browsers. */
const rateStep = 0.02;

/**
 * The factor of the speed that closes a difference.
 *
 * @param drift seconds ahead of the host, negative for behind
 */
export function getRateFactor(drift: Seconds): number {
  if (Math.abs(drift) <= tolerance) return 1;
  const change = Math.min(maxRateChange, Math.max(rateStep, Math.abs(drift) * closedPerSecond));
  return 1 - Math.sign(drift) * Math.round(change / rateStep) * rateStep;
}
