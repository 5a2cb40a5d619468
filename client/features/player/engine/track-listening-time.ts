import type { Recorder } from "#client/features/reading-activity/tracking/recorder.ts";
import type { PlayerEngine } from "./player-engine.ts";
import type { Act, PlayerState } from "./player-state.ts";
import { formatBookDuration, formatBookTime } from "./timeline.ts";

const tolerableMs = 1_500;

interface Heard {
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
  recorder: Pick<Recorder, "spent" | "rest" | "clock">,
): () => void {
  let last: Heard | null = null;
  return engine.onCommand((act, state) => {
    const now = heardAt(state, recorder.clock.ticks());
    if (now && last && continues(act)) record(last, now, act, state, recorder);
    const isOver = act === "pause" || act === "finish";
    if (isOver) recorder.rest("listening");
    last = isOver ? null : now;
  });
}

const continues = (act: Act) => act === "time" || act === "pause" || act === "finish";

function heardAt({ playlist, chapterIndex, time }: PlayerState, ticks: number): Heard | null {
  if (!playlist) return null;
  const at = formatBookTime(playlist, { index: chapterIndex, time });
  return { bookId: playlist.bookId, index: chapterIndex, at, ticks };
}

function record(
  last: Heard,
  now: Heard,
  act: Act,
  { playlist, rate }: PlayerState,
  recorder: Pick<Recorder, "spent">,
): void {
  if (!playlist || now.bookId !== last.bookId) return;
  const [sounded, passed] = [((now.at - last.at) / rate) * 1000, now.ticks - last.ticks];
  if (sounded <= 0 || sounded > passed + tolerableMs) return;
  const whole = formatBookDuration(playlist);
  recorder.spent({
    ...{ kind: "listening", bookId: playlist.bookId, ms: Math.min(sounded, passed) },
    fraction: whole > 0 ? Math.min(1, now.at / whole) : undefined,
    chapters: now.index === last.index + 1 || act === "finish" ? 1 : 0,
  });
}
