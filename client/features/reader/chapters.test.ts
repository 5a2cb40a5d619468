import { describe, expect, test } from "vitest";
import {
  type Chapter,
  findChapterAfter,
  findChapterAt,
  findChapterOfSentence,
  getChapters,
  splitHref,
} from "./chapters.ts";

const spine = ["cover.xhtml", "one.xhtml", "two.xhtml", "notes.xhtml"].map((path) => ({ path }));
const chapters = getChapters(
  [
    {
      label: "Part one",
      href: "",
      children: [
        { label: "One", href: "one.xhtml", children: [] },
        { label: "One, later", href: "one.xhtml#later", sentence: 12, children: [] },
      ],
    },
    { label: "Two", href: "two.xhtml#start", children: [] },
    { label: "Lost", href: "gone.xhtml", children: [] },
  ],
  spine,
);
const hasBegun =
  (...fragments: string[]) =>
  ({ fragment }: Chapter) =>
    fragments.includes(fragment ?? "");

describe("chapters", () => {
  test("follow the reading order", () => {
    expect(chapters.map(({ label, depth, section }) => [label, depth, section])).toEqual([
      ["Part one", 0, -1],
      ["One", 1, 1],
      ["One, later", 1, 1],
      ["Two", 0, 2],
      ["Lost", 0, -1],
    ]);
  });

  test("are found for a position", () => {
    expect(findChapterAt(chapters, 0, hasBegun())).toBeNull();
    expect(findChapterAt(chapters, 1, hasBegun())?.label).toBe("One");
    expect(findChapterAt(chapters, 1, hasBegun("later"))?.label).toBe("One, later");
    expect(findChapterAt(chapters, 2, hasBegun())?.label).toBe("One, later");
    expect(findChapterAt(chapters, 3, hasBegun())?.label).toBe("Two");
  });

  test("are found for a sentence, also with a second list of entries", () => {
    const find = (section: number, sentence: number) =>
      findChapterOfSentence(chapters, section, sentence)?.label;

    expect([find(1, 0), find(1, 11), find(1, 12), find(2, 0)]).toEqual(["One", "One", "One, later", "Two"]);

    const surahs = ["one.xhtml", "two.xhtml"].map((href) => ({ label: `surah ${href}`, href, children: [] }));
    const parts = [3, 142, 253].map((sentence) => ({
      label: `part from ${sentence}`,
      href: `one.xhtml#v-${sentence}`,
      sentence,
      children: [],
    }));
    const listedTwice = getChapters([...parts.toReversed(), ...surahs], spine);
    const labels = [2, 3, 141, 142, 252, 253].map(
      (sentence) => findChapterOfSentence(listedTwice, 1, sentence)?.label,
    );
    expect(labels).toEqual([
      "surah one.xhtml",
      "part from 3",
      "part from 3",
      "part from 142",
      "part from 142",
      "part from 253",
    ]);
    expect(findChapterOfSentence(listedTwice, 2, 0)?.label).toBe("surah two.xhtml");
  });

  test("are found for the next position", () => {
    expect(findChapterAfter(chapters, null)?.label).toBe("One");
    expect(findChapterAfter(chapters, chapters[1] ?? null)?.label).toBe("One, later");
    expect(findChapterAfter(chapters, chapters[2] ?? null)?.label).toBe("Two");
    expect(findChapterAfter(chapters, chapters[3] ?? null)).toBeNull();
  });

  test("handle percent signs in links, also invalid ones", () => {
    const isPath = (path: string) => path === "text/ü.xhtml" || path === "100%.xhtml";
    expect(splitHref("text/%C3%BC.xhtml#a%20b", isPath)).toEqual({ path: "text/ü.xhtml", fragment: "a b" });
    expect(splitHref("100%.xhtml", isPath)).toEqual({ path: "100%.xhtml", fragment: null });
  });

  test.each([
    ["no. #2.xhtml", "no. #2.xhtml", null],
    ["no. #2.xhtml#a%20b", "no. #2.xhtml", "a b"],
    ["no. %232.xhtml#a", "no. #2.xhtml", "a"],
    ["100%25.xhtml", "100%25.xhtml", null],
    ["100%25.xhtml#a", "100%25.xhtml", "a"],
    ["other.xhtml#a", "other.xhtml", "a"],
    ["#a", "", "a"],
  ])("find documents with URL characters in their names: %s", (href, path, fragment) => {
    const names = ["no. #2.xhtml", "100%25.xhtml"];
    expect(splitHref(href, (each) => names.includes(each))).toEqual({ path, fragment });
  });
});
