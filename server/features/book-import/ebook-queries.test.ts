import { expect, test } from "vitest";
import { toBatches } from "./ebook-queries.ts";

const text = (spineIndex: number, characters: number) => ({
  spineIndex,
  text: "a".repeat(characters),
  normalizedText: "",
});

test("texts are inserted in batches of bounded size, in order", () => {
  const texts = [
    text(0, 390_000),
    text(1, 20_000),
    text(2, 3_000_000),
    text(3, 5),
    ...Array.from({ length: 150 }, (_, n) => text(4 + n, 10)),
  ];

  const parts = [...toBatches(texts)];

  expect(parts.flat()).toEqual(texts);
  expect(parts.map((part) => part.length)).toEqual([1, 1, 1, 100, 51]);
});

test("a book without text needs no statement", () => {
  expect([...toBatches([])]).toEqual([]);
});
