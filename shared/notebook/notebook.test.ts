import { expect, test } from "vitest";
import { MarkId } from "#shared/marks/mark.ts";
import { type NotebookHeading, orderNotebook } from "./notebook.ts";

const createMark = (n: number) => ({ id: MarkId.parse(`00000000-0000-4000-8000-00000000000${n}`) });
const [a, b, c, d, e] = [1, 2, 3, 4, 5].map(createMark) as Five;
type M = ReturnType<typeof createMark>;
type Five = [M, M, M, M, M];
const heading: NotebookHeading = { headingId: "00000000-0000-4000-8000-0000000000aa", heading: "Part" };

test("marks are in reading order until the reader orders them", () => {
  expect(orderNotebook([], [a, b, c])).toEqual([a, b, c]);
});

test("a new mark follows the one before it in the text; a missing one is left out", () => {
  const items = [{ markId: d.id }, heading, { markId: b.id }, { markId: createMark(9).id }];
  expect(orderNotebook(items, [a, b, c, d, e])).toEqual([a, d, e, heading, b, c]);
});
