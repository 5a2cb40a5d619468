import type { ReaderEngine } from "#client/features/reader/engine/engine.ts";

/** Pages with few words, such as pictures, stay for at least this long. */
const minPageMs = 4000;

/** How long a page takes to read, in milliseconds. */
export const getPageMs = (words: number, readingSpeed: number): number =>
  Math.max(minPageMs, (words / readingSpeed) * 60_000);

/** Scrolled text rests for a moment, because foliate-js reports a position only when it does. */
const moveMs = 4000;
const restMs = 300;

/**
 * Scrolls without end.
 *
 * @param getScreenMs how long one screen takes
 * @returns a function that stops
 */
export function scrollByPace(engine: ReaderEngine, getScreenMs: () => number): () => void {
  const startedAt = performance.now();
  let [frame, last, pixels] = [0, startedAt, 0];
  const step = (now: number) => {
    frame = requestAnimationFrame(step);
    const elapsed = now - last;
    last = now;
    const renderer = engine.view.renderer();
    if (!renderer?.scrolled || engine.isBusy) return;
    if (engine.isAtEdge(1)) return void engine.next();
    if ((now - startedAt) % (moveMs + restMs) > moveMs) return;
    pixels += ((renderer.size ?? 0) / getScreenMs()) * elapsed * (1 + restMs / moveMs);
    const whole = Math.trunc(pixels);
    pixels -= whole;
    if (whole > 0) renderer.containerPosition = (renderer.containerPosition ?? 0) + whole * getSign(engine);
  };
  frame = requestAnimationFrame(step);
  return () => cancelAnimationFrame(frame);
}

/** Vertical text scrolls to the left. */
function getSign({ document }: ReaderEngine): 1 | -1 {
  const view = document?.defaultView;
  return view?.getComputedStyle(document?.body as Element).writingMode.startsWith("vertical") ? -1 : 1;
}
