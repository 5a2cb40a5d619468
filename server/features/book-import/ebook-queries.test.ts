import { expect, test } from "vitest";
import { toBatches } from "./ebook-queries.ts";

const makeText = (spineIndex: number, characters: number) => ({
  spineIndex,
  text: "a".repeat(characters),
  normalizedText: "",
});

test("texts are inserted in batches of bounded size, in order", () => {
  const texts = [
    makeText(0, 390_000),
    makeText(1, 20_000),
    makeText(2, 3_000_000),
    makeText(3, 5),
    ...Array.from({ length: 150 }, (_, n) => makeText(4 + n, 10)),
  ];

  const parts = [...toBatches(texts)];

  expect(parts.flat()).toEqual(texts);
  expect(parts.map((part) => part.length)).toEqual([1, 1, 1, 100, 51]);
});

test("a book without text needs no statement", () => {
  expect([...toBatches([])]).toEqual([]);
});
