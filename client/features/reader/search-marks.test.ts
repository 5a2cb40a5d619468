import { expect, test } from "vitest";
import { emptySearch } from "./book-search-query.ts";
import type { OwnMark } from "./own-marks.ts";
import { searchMarks } from "./search-marks.ts";

const mark = (id: string, fields: Partial<OwnMark>): OwnMark => ({
  ...{ id, quote: "", note: "", tags: [], color: null, target: { fraction: 0 } },
  ...fields,
});
const marks = [
  mark("whale", { quote: "The white whale swam far out.", note: "Compare chapter three." }),
  mark("tagged", { quote: "A boat.", tags: ["whale", "sea"] }),
  mark("verse", { quote: "ٱلۡحَمۡدُ لِلَّهِ رَبِّ ٱلۡعَٰلَمِينَ" }),
  mark("bookmark", {}),
];

test.each([
  [{ search: "whale" }, ["whale", "tagged"]],
  [{ search: "whale COMPARE" }, ["whale"]],
  [{ search: "whale compare", near: 3 }, []],
  [{ search: '"white whale"' }, ["whale"]],
  [{ search: "whal", wholeWords: true }, []],
  [{ search: "whale", exclude: "boat" }, ["whale"]],
  [{ search: "العالمين" }, ["verse"]],
  [{ search: "-" }, []],
])("%o", (query, ids) => {
  expect(searchMarks(marks, { ...emptySearch, ...query }).map((hit) => hit.mark.id)).toEqual(ids);
});
