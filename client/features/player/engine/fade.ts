import type { PlayerEngine } from "./player-engine.ts";

export const fadeMs = 1_500;
const stepMs = 50;

/**
 * Fades out and pauses, unless the user acts first.
 *
 * @returns a function that resumes; false when nothing is playing
 */
export function fadeOut(
  engine: Pick<PlayerEngine, "dim" | "getState" | "onCommand" | "pause">,
): () => boolean {
  let left = fadeMs;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearInterval(timer);
    stop();
  };
  const timer = setInterval(() => {
    left -= stepMs;
    if (!engine.getState().isPlaying) end();
    else if (left > 0) engine.dim(left / fadeMs);
    else {
      end();
      engine.pause();
    }
  }, stepMs);
  const stop = engine.onCommand((act) => {
    if (act !== "play" && act !== "restart") return;
    end();
    engine.dim(1);
  });
  return () => {
    if (isOver || !engine.getState().isPlaying) return false;
    end();
    engine.dim(1);
    return true;
  };
}
