import { describe, expect, test } from "vitest";
import {
  findPage,
  findSection,
  getBookFraction,
  getMinutesToRead,
  getPageFraction,
  getPercent,
  getSectionWeights,
  updateReadingSpeed,
} from "./progress.ts";

const spine = [
  { wordCount: 0, isLinear: true },
  { wordCount: 380, isLinear: true },
  { wordCount: 900, isLinear: false },
  { wordCount: 600, isLinear: true },
];
const weights = getSectionWeights(spine);

describe("document weights", () => {
  test("count words, a little for images, and nothing for skipped documents", () => {
    expect(weights).toEqual([20, 380, 0, 600]);
  });

  test("convert a position in a document to the fraction of the book", () => {
    expect(getBookFraction(weights, 0, 0)).toBe(0);
    expect(getBookFraction(weights, 1, 0.5)).toBeCloseTo(0.21);
    expect(getBookFraction(weights, 3, 0.5)).toBeCloseTo(0.7);
    expect(getBookFraction(weights, 3, 1)).toBe(1);
    expect(getBookFraction([0, 0], 1, 0.5)).toBe(0);
  });

  test.each([0, 0.019, 0.02, 0.21, 0.4, 0.7, 0.999])(
    "convert the fraction %d of the book back",
    (fraction) => {
      const { section, sectionFraction } = findSection(weights, fraction);
      expect(getBookFraction(weights, section, sectionFraction)).toBeCloseTo(fraction, 10);
      expect(section).not.toBe(2);
    },
  );

  test("end in the last linear document", () => {
    expect(findSection(weights, 1)).toEqual({ section: 3, sectionFraction: 1 });
    expect(findSection([10, 10, 0], 1)).toEqual({ section: 1, sectionFraction: 1 });
    expect(findSection(weights, 7)).toEqual({ section: 3, sectionFraction: 1 });
    expect(findSection(weights, -1)).toEqual({ section: 0, sectionFraction: 0 });
  });
});

describe("the remaining reading time", () => {
  test("is at least a minute while any word remains", () => {
    expect(getMinutesToRead(0)).toBe(0);
    expect(getMinutesToRead(3)).toBe(1);
    expect(getMinutesToRead(1000)).toBe(4);
    expect(getMinutesToRead(1000, 500)).toBe(2);
  });

  test("shows percent with one decimal", () => {
    expect(getPercent(0)).toBe("0.0");
    expect(getPercent(0.4123)).toBe("41.2");
    expect(getPercent(1.2)).toBe("100.0");
  });

  test("counts pages from 1", () => {
    expect(findPage(0, 240)).toBe(1);
    expect(findPage(1, 240)).toBe(240);
    expect(findPage(getPageFraction(17, 240), 240)).toBe(17);
    expect(getPageFraction(3, 0)).toBe(0);
  });
});

describe("the reading speed", () => {
  test("moves towards measured values", () => {
    expect(updateReadingSpeed(250, 300, 60)).toBe(255);
    expect(updateReadingSpeed(250, 200, 60)).toBe(245);
  });

  test.each([
    ["a glance", 300, 2],
    ["a long rest", 300, 900],
    ["a page of a few words", 12, 30],
    ["leafing faster than anybody reads", 300, 6],
  ])("ignores %s", (_, words, seconds) => {
    expect(updateReadingSpeed(250, words, seconds)).toBe(250);
  });
});
