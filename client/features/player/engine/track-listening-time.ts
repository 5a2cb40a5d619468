import type { Recorder } from "#client/features/reading-activity/tracking/recorder.ts";
import type { PlayerEngine } from "./player-engine.ts";
import type { PlayerCommand, PlayerState } from "./player-state.ts";
import { formatBookDuration, formatBookTime } from "./timeline.ts";

const tolerableMs = 1_500;

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
  recorder: Pick<Recorder, "spent" | "pauseSession" | "clock">,
): () => void {
  let last: PlaybackSample | null = null;
  return engine.onCommand((act, state) => {
    const now = samplePlayback(state, recorder.clock.ticks());
    if (now && last && continues(act)) record(last, now, act, state, recorder);
    const isOver = act === "pause" || act === "finish";
    if (isOver) recorder.pauseSession("listening");
    last = isOver ? null : now;
  });
}

const continues = (act: PlayerCommand) => act === "time" || act === "pause" || act === "finish";

function samplePlayback({ playlist, chapterIndex, time }: PlayerState, ticks: number): PlaybackSample | null {
  if (!playlist) return null;
  const at = formatBookTime(playlist, { index: chapterIndex, time });
  return { bookId: playlist.bookId, index: chapterIndex, at, ticks };
}

function record(
  last: PlaybackSample,
  now: PlaybackSample,
  act: PlayerCommand,
  { playlist, rate }: PlayerState,
  recorder: Pick<Recorder, "spent">,
): void {
  if (!playlist || now.bookId !== last.bookId) return;
  const [listenedMs, elapsedMs] = [((now.at - last.at) / rate) * 1000, now.ticks - last.ticks];
  if (listenedMs <= 0 || listenedMs > elapsedMs + tolerableMs) return;
  const duration = formatBookDuration(playlist);
  recorder.spent({
    ...{ kind: "listening", bookId: playlist.bookId, ms: Math.min(listenedMs, elapsedMs) },
    fraction: duration > 0 ? Math.min(1, now.at / duration) : undefined,
    chapters: now.index === last.index + 1 || act === "finish" ? 1 : 0,
  });
}
