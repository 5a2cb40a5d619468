import { describe, expect, test } from "vitest";
import { planParts, type SpokenChapter } from "./plan-parts.ts";

const makeChapter = (input: Partial<SpokenChapter>): SpokenChapter => ({
  chapterNumber: 1,
  audio: 0,
  start: 100,
  end: 110,
  sentences: [],
  span: null,
  marks: [],
  ...input,
});

/** Each part as `content: from–to`, in seconds of the file. */
const describeParts = (...chapters: SpokenChapter[]) =>
  planParts(chapters).map(({ spineIndex, target, begin, end, isPause, kind }) => {
    const shownTarget =
      target.type === "sentence"
        ? target.number
        : target.type === "span"
          ? `${target.first}..${target.last}`
          : target.type === "element"
            ? `#${target.id}`
            : "page";
    return `${isPause ? "rest " : ""}${kind}${spineIndex}/${shownTarget} ${begin}–${end}`;
  });

describe("the text shown during a chapter", () => {
  test("is each sentence, and the previous one during a short pause", () => {
    const sentences: SpokenChapter["sentences"] = [
      ["s2-0", 0.5, 3, 1],
      ["s2-1", 3, 5, 1],
      ["s2-2", 6, 9, 1],
    ];

    expect(describeParts(makeChapter({ sentences, span: ["s2-0", "s2-2"] }))).toEqual([
      "rest 2/0 100–100.5",
      "2/0 100.5–103",
      "2/1 103–105",
      "rest 2/1 105–106",
      "2/2 106–109",
      "rest 2/2 109–110",
    ]);
  });

  test("is the page during long audio without text", () => {
    expect(describeParts(makeChapter({ sentences: [["s2-0", 8, 10, 1]], span: ["s2-0", "s2-0"] }))).toEqual([
      "rest 2/page 100–108",
      "2/0 108–110",
    ]);
  });

  test("is the element around sentences without times, never one of them", () => {
    const sentences: SpokenChapter["sentences"] = [
      ["s2-2", 3, 4, 1],
      ["s2-5", 7, 8, 1],
    ];

    expect(describeParts(makeChapter({ sentences, span: ["s2-0", "s2-9"] }))).toEqual([
      "2/0..1 100–103",
      "2/2 103–104",
      "2/3..4 104–107",
      "2/5 107–108",
      "2/6..9 108–110",
    ]);
  });

  test("is the whole chapter when only its ends are known", () => {
    expect(describeParts(makeChapter({ span: ["s2-0", "s2-9"] }))).toEqual(["2/0..9 100–110"]);
    expect(describeParts(makeChapter({ span: ["s2-5", "s3-9"] }))).toEqual(["2/page 100–110"]);
  });

  test("is the book's own marks, by their ids", () => {
    const marks: SpokenChapter["marks"] = [
      [2, "a", 0, 4, ""],
      [2, "own-s1-1", 5, 6, "page"],
      [2, "", 6, 10, ""],
    ];

    expect(describeParts(makeChapter({ marks, sentences: [["s2-0", 0, 4, 1]] }))).toEqual([
      "2/#a 100–104",
      "rest 2/#a 104–105",
      "page2/#s1-1 105–106",
      "2/page 106–110",
    ]);
  });

  test("is the neighbouring page where no text is heard", () => {
    const silent = makeChapter({ chapterNumber: 1, start: 0, end: 5 });
    const spoken = makeChapter({ chapterNumber: 2, sentences: [["s2-0", 0, 10, 1]] });
    const end = makeChapter({ chapterNumber: 3, start: 110, end: 120 });

    expect(describeParts(silent, spoken, end)).toEqual([
      "rest 2/page 0–5",
      "2/0 100–110",
      "rest 2/page 110–120",
    ]);
    expect(describeParts(silent)).toEqual([]);
  });
});

test("covers every moment of a chapter once", () => {
  const sentences: SpokenChapter["sentences"] = Array.from({ length: 40 }, (_, n) => [
    `s0-${n}`,
    n / 4,
    n / 4 + (n % 3 ? 0.25 : 0.2),
    1,
  ]);
  const parts = planParts([makeChapter({ sentences, span: ["s0-0", "s0-39"] })]);

  expect(parts[0]?.begin).toBe(100);
  expect(parts.at(-1)?.end).toBe(110);
  for (const [index, part] of parts.slice(1).entries())
    expect(part.begin).toBeCloseTo(parts[index]?.end ?? 0, 9);
});
