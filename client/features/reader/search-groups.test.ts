import { expect, test } from "vitest";
import { SentenceId } from "#shared/positions/position.ts";
import { getChapters } from "./chapters.ts";
import type { BookStructure } from "./engine/position/location.ts";
import { groupHits, type SearchHit } from "./search-groups.ts";

const hit = (sentence: string, isExact = true, start = 0): SearchHit => ({
  spineIndex: Number(/^s(\d+)/.exec(sentence)?.[1]),
  sentence: SentenceId.parse(sentence),
  isExact,
  before: "",
  match: "word",
  after: "",
  start,
  end: start + 4,
});

const structure = {
  sections: [0, 2, 3].map((index) => ({ item: { index } })),
  chapters: getChapters(
    [
      { label: "One", href: "b.xhtml", children: [] },
      { label: "Two", href: "b.xhtml#two", sentence: 5, children: [] },
    ],
    ["a.xhtml", "b.xhtml", "c.xhtml"].map((path) => ({ path })),
  ),
} as unknown as BookStructure;

test("hits are listed by chapter in reading order, those of the whole search first", () => {
  const hits = [
    hit("s3-0"),
    hit("s2-12", true, 9),
    hit("s2-12"),
    hit("s0-1"),
    hit("s2-2"),
    hit("s2-6", false),
  ];

  const groups = groupHits(hits, structure).map(({ isExact, chapters }) => ({
    isExact,
    chapters: chapters.map(({ chapter, hits: own }) => [
      chapter?.label ?? null,
      own.map(({ sentence, start }) => `${sentence} ${start}`),
    ]),
  }));

  expect(groups).toEqual([
    {
      isExact: true,
      chapters: [
        [null, ["s0-1 0"]],
        ["One", ["s2-2 0"]],
        ["Two", ["s2-12 0", "s2-12 9", "s3-0 0"]],
      ],
    },
    { isExact: false, chapters: [["Two", ["s2-6 0"]]] },
  ]);
});
