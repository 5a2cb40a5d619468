import type { PositionTracker } from "#client/features/positions/index.ts";
import type { PlayerEngine } from "./player-engine.ts";
import type { PlayerCommand, PlayerState } from "./player-state.ts";
import { getBookDuration, toLocator } from "./timeline.ts";

const startFraction = 0.01;

/**
 * Reports the playback position: play and seek as deliberate, time periodically, pause and end immediately.
 * Loading a book reports nothing, nor does anything while suspended.
 *
 * @returns a function that stops
 */
export function reportPosition(
  engine: PlayerEngine,
  tracker: Pick<PositionTracker, "report" | "saveNow">,
  isSuspended: () => boolean = () => false,
): () => void {
  return engine.onCommand((command, state) => {
    if (!isSuspended()) report(command, state, tracker);
  });
}

function report(
  command: PlayerCommand,
  { playlist, chapterIndex, time }: PlayerState,
  tracker: Pick<PositionTracker, "report" | "saveNow">,
) {
  if (!playlist || getBookDuration(playlist) === 0) return;
  const { bookId } = playlist;
  const locator = toLocator(playlist, { index: chapterIndex, time });
  const isDeliberate = command === "play" || command === "seek" || command === "restart";
  const reset = (command === "seek" || command === "restart") && locator.fraction < startFraction;
  tracker.report(bookId, locator, isDeliberate, { reset });
  if (command === "pause" || command === "finish") tracker.saveNow(bookId);
}
