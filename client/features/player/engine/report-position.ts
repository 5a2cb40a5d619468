import type { PositionTracker } from "#client/features/positions/position-tracker.ts";
import type { PlayerEngine } from "./player-engine.ts";
import type { PlayerCommand, PlayerState } from "./player-state.ts";
import { formatBookDuration, locateAt } from "./timeline.ts";

const beginning = 0.01;

/**
 * Reports the playback position: play and seek as deliberate, time periodically, pause and end at once.
 * Loading a book reports nothing.
 *
 * @returns a function that stops
 */
export function reportPosition(
  engine: PlayerEngine,
  tracker: Pick<PositionTracker, "report" | "saveNow">,
): () => void {
  return engine.onCommand((act, state) => report(act, state, tracker));
}

function report(
  act: PlayerCommand,
  { playlist, chapterIndex, time }: PlayerState,
  tracker: Pick<PositionTracker, "report" | "saveNow">,
) {
  if (!playlist || formatBookDuration(playlist) === 0) return;
  const { bookId } = playlist;
  const locator = locateAt(playlist, { index: chapterIndex, time });
  const isDeliberate = act === "play" || act === "seek" || act === "restart";
  const reset = (act === "seek" || act === "restart") && locator.fraction < beginning;
  tracker.report(bookId, locator, isDeliberate, { reset });
  if (act === "pause" || act === "finish") tracker.saveNow(bookId);
}
