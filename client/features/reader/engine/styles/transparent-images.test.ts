import { expect, test } from "vitest";
import { getImageVisibility } from "./transparent-images.ts";

function picture(drawn: readonly number[], share: number, background = [0, 0, 0, 0]): Uint8ClampedArray {
  return Uint8ClampedArray.from({ length: 400 }, (_, at) => {
    const pixel = at >> 2 < 100 * share ? drawn : background;
    return pixel[at & 3] ?? 0;
  });
}

const [black, red, white] = [
  [0, 0, 0, 255],
  [160, 0, 0, 255],
  [255, 255, 255, 255],
];

test.each([
  ["black lines on nothing", picture(black, 0.2), "turned"],
  ["black lines, thin ones", picture([20, 20, 20, 90], 0.1), "turned"],
  ["red lines on nothing", picture(red, 0.3), "lit"],
  ["white lines on nothing", picture(white, 0.3), "as-it-is"],
  ["black lines on white", picture(black, 0.2, white), "as-it-is"],
  ["a dark picture without a gap", picture(black, 1), "as-it-is"],
  ["nothing at all", picture(black, 0), "as-it-is"],
])("on dark paper %s can be seen", (_, pixels, showing) => {
  expect(getImageVisibility(pixels)).toBe(showing);
});
