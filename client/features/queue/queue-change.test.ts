import { expect, test } from "vitest";
import { BookId } from "#shared/books/book.ts";
import { applyQueueChange, type QueueChange } from "./queue-change.ts";

const makeBook = (n: number) => ({
  id: BookId.parse(`00000000-0000-4000-8000-00000000000${n}`),
  title: `Book ${n}`,
  author: "",
  coverImageUrl: "",
});
const [a, b, c] = [makeBook(1), makeBook(2), makeBook(3)];

test("changes that the server has already applied change nothing more", () => {
  const changes: QueueChange[] = [
    { kind: "save", book: c },
    { kind: "save", book: b, position: 0 },
    { kind: "delete", bookId: a.id },
  ];
  const once = changes.reduce(applyQueueChange, [a]);
  expect(once).toEqual([b, c]);
  expect(changes.reduce(applyQueueChange, once)).toEqual(once);
});

test("a replaced queue takes later changes", () => {
  const changes: QueueChange[] = [
    { kind: "replace", books: [] },
    { kind: "save", book: b },
  ];
  expect(changes.reduce(applyQueueChange, [a, c])).toEqual([b]);
});
