import type { PlayerEngine } from "./engine.ts";

/** For something else to be heard, a book dies away within so long. */
export const fadeMs = 1_500;
const stepMs = 50;

/** Lets the book die away and pauses it, unless somebody steers it meanwhile. */
export function fadeOut(engine: Pick<PlayerEngine, "dim" | "getState" | "onAct" | "pause">): void {
  let left = fadeMs;
  const end = () => {
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
  const stop = engine.onAct((act) => {
    if (act !== "play" && act !== "restart") return;
    end();
    engine.dim(1);
  });
}
