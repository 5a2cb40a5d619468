import { expect, test } from "vitest";
import type { AudibleSentence } from "#shared/positions/sentence-times.ts";
import { getLastSeconds, moveEdge, moveToSentence } from "./clip-range.ts";

const sentences: AudibleSentence[] = [
  ["s0-0", 0, 12],
  ["s0-1", 12.5, 28],
  ["s0-2", 28.5, 51],
];

test("a clip is the last 30 seconds, or whole sentences", () => {
  expect(getLastSeconds(50, 120, [])).toEqual({ from: 20, to: 50 });
  expect(getLastSeconds(10, 120, [])).toEqual({ from: 0, to: 10 });
  expect(getLastSeconds(50, 120, sentences)).toEqual({ from: 12.5, to: 51 });
});

test("edges stay in the chapter and a second apart, and a clip is at most five minutes", () => {
  expect(moveEdge({ from: 10, to: 12 }, "from", 5, 120)).toEqual({ from: 11, to: 12 });
  expect(moveEdge({ from: 10, to: 12 }, "to", -5, 120)).toEqual({ from: 10, to: 11 });
  expect(moveEdge({ from: 0, to: 119 }, "to", 5, 120)).toEqual({ from: 0, to: 120 });
  expect(moveEdge({ from: 100, to: 400 }, "from", -50, 900)).toEqual({ from: 100, to: 400 });
});

test("edges go from sentence to sentence", () => {
  const options = { sentences, duration: 120 };
  expect(moveToSentence({ from: 20, to: 50 }, "from", -1, options)).toEqual({ from: 12.5, to: 50 });
  expect(moveToSentence({ from: 12.5, to: 50 }, "from", 1, options)).toEqual({ from: 28.5, to: 50 });
  expect(moveToSentence({ from: 0, to: 20 }, "to", 1, options)).toEqual({ from: 0, to: 28 });
});
