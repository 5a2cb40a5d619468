import type { PlayerEngine } from "./player-engine.ts";

export const fadeMs = 1_500;
const stepMs = 50;

/**
 * Fades out and pauses, unless the user acts first.
 *
 * @returns a function that resumes; false when nothing is playing
 */
export function fadeOut(
  engine: Pick<PlayerEngine, "setFade" | "getState" | "onCommand" | "pause">,
): () => boolean {
  let remaining = fadeMs;
  let isFinished = false;
  const end = () => {
    isFinished = true;
    clearInterval(timer);
    stop();
  };
  const timer = setInterval(() => {
    remaining -= stepMs;
    if (!engine.getState().isPlaying) end();
    else if (remaining > 0) engine.setFade(remaining / fadeMs);
    else {
      end();
      engine.pause();
    }
  }, stepMs);
  const stop = engine.onCommand((command) => {
    if (command !== "play" && command !== "restart") return;
    end();
    engine.setFade(1);
  });
  return () => {
    if (isFinished || !engine.getState().isPlaying) return false;
    end();
    engine.setFade(1);
    return true;
  };
}
