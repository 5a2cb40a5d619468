import { expect, test } from "vitest";
import { createFillerModel } from "./filler.ts";
import { cepstra, type Frames } from "./frames.ts";

const length = 97;

/**
 * Sentences that all rise in the same way, so that a path matches only at the same position of a sentence.
 */
function makeFrames(count: number, scale: number): Frames {
  const values = new Float32Array(count * cepstra);
  for (let index = 0; index < values.length; index++) {
    const frame = Math.floor(index / cepstra);
    values[index] = ((frame % length) / length + 0.02 * Math.sin(frame * (1 + (index % cepstra)))) * scale;
  }
  return { count, values };
}

test.each([3, 30, 300])(
  "audio that ends inside a sentence leaves the cost outside of the text finite: %d",
  (scale) => {
    const offsets = Int32Array.from({ length: 41 }, (_, index) => index * length);
    const text = { frames: makeFrames(40 * length, scale), offsets };
    const frames = makeFrames(30 * length + 48, scale);

    const filler = createFillerModel(text, { frames, pauses: new Int32Array(frames.count) }, 0.9);

    expect(filler.every((cost) => Math.abs(cost) < scale * cepstra)).toBe(true);
  },
);
