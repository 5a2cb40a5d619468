import { expect, test } from "vitest";
import { chooseAdjustment } from "./night-images.ts";

function makePicture(
  drawn: readonly number[],
  fraction: number,
  background = [0, 0, 0, 0],
): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 400 }, (_, at) => {
    const pixel = at >> 2 < 100 * fraction ? drawn : background;
    return pixel[at & 3] ?? 0;
  });
}

const [black, red, white] = [
  [0, 0, 0, 255],
  [160, 0, 0, 255],
  [255, 255, 255, 255],
];

test.each([
  ["black lines on nothing", makePicture(black, 0.2), "invert"],
  ["black lines, thin ones", makePicture([20, 20, 20, 90], 0.1), "invert"],
  ["red lines on nothing", makePicture(red, 0.3), "light-background"],
  ["white lines on nothing", makePicture(white, 0.3), "none"],
  ["black lines on white", makePicture(black, 0.2, white), "none"],
  ["a dark picture without a gap", makePicture(black, 1), "none"],
  ["nothing at all", makePicture(black, 0), "none"],
])("%s is visible on a dark page", (_, pixels, adjustment) => {
  expect(chooseAdjustment(pixels)).toBe(adjustment);
});
