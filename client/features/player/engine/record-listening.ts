import type { Recorder } from "#client/features/reading-activity/index.ts";
import type { PlayerEngine } from "./player-engine.ts";
import type { PlayerCommand, PlayerState } from "./player-state.ts";
import { getBookDuration, toBookTime } from "./timeline.ts";

const maxClockDriftMs = 1_500;

interface PlaybackSample {
  readonly bookId: string;
  readonly index: number;
  /** Seconds in the book. */
  readonly at: number;
  /** Monotonic milliseconds. */
  readonly ticks: number;
}

/**
 * Tracks listening time by the media clock, so that buffering, pauses and sleep do not count.
 *
 * @returns a function that stops
 */
export function recordListening(
  engine: Pick<PlayerEngine, "onCommand">,
  recorder: Pick<Recorder, "addTime" | "pauseSession" | "clock">,
): () => void {
  let last: PlaybackSample | null = null;
  return engine.onCommand((command, state) => {
    const now = samplePlayback(state, recorder.clock.ticks());
    if (now && last && continuesPlayback(command)) record(last, now, command, state, recorder);
    const isOver = command === "pause" || command === "finish";
    if (isOver) recorder.pauseSession("listening");
    last = isOver ? null : now;
  });
}

const continuesPlayback = (command: PlayerCommand) =>
  command === "time" || command === "pause" || command === "finish";

function samplePlayback({ playlist, chapterIndex, time }: PlayerState, ticks: number): PlaybackSample | null {
  if (!playlist) return null;
  const bookTime = toBookTime(playlist, { index: chapterIndex, time });
  return { bookId: playlist.bookId, index: chapterIndex, at: bookTime, ticks };
}

function record(
  last: PlaybackSample,
  now: PlaybackSample,
  command: PlayerCommand,
  { playlist, rate }: PlayerState,
  recorder: Pick<Recorder, "addTime">,
): void {
  if (!playlist || now.bookId !== last.bookId) return;
  const [listenedMs, elapsedMs] = [((now.at - last.at) / rate) * 1000, now.ticks - last.ticks];
  if (listenedMs <= 0 || listenedMs > elapsedMs + maxClockDriftMs) return;
  const duration = getBookDuration(playlist);
  recorder.addTime({
    kind: "listening",
    bookId: playlist.bookId,
    ms: Math.min(listenedMs, elapsedMs),
    fraction: duration > 0 ? Math.min(1, now.at / duration) : undefined,
    chapters: now.index === last.index + 1 || command === "finish" ? 1 : 0,
  });
}
