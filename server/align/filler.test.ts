import { expect, test } from "vitest";
import { createFillerModel } from "./filler.ts";
import { cepstra, type Frames } from "./frames.ts";

const length = 97;

/** Sentences that all rise in the same way, so that a path matches only at the same place of a sentence. */
function makeFrames(count: number, scale: number): Frames {
  const values = new Float32Array(count * cepstra);
  for (let at = 0; at < values.length; at++) {
    const frame = Math.floor(at / cepstra);
    values[at] = ((frame % length) / length + 0.02 * Math.sin(frame * (1 + (at % cepstra)))) * scale;
  }
  return { count, values };
}

test.each([3, 30, 300])(
  "audio that ends inside a sentence leaves the cost outside of the text finite: %d",
  (scale) => {
    const offsets = Int32Array.from({ length: 41 }, (_, at) => at * length);
    const text = { frames: makeFrames(40 * length, scale), offsets };
    const frames = makeFrames(30 * length + 48, scale);

    const filler = createFillerModel(text, { frames, pauses: new Int32Array(frames.count) }, 0.9);

    expect(filler.every((cost) => Math.abs(cost) < scale * cepstra)).toBe(true);
  },
);
