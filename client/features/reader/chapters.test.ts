import { describe, expect, test } from "vitest";
import { findChapterAfter, findChapterAt, getChapters, splitHref } from "./chapters.ts";

const spine = ["cover.xhtml", "one.xhtml", "two.xhtml", "notes.xhtml"].map((path) => ({ path }));
const chapters = getChapters(
  [
    {
      label: "Part one",
      href: "",
      children: [
        { label: "One", href: "one.xhtml", children: [] },
        { label: "One, later", href: "one.xhtml#later", children: [] },
      ],
    },
    { label: "Two", href: "two.xhtml#start", children: [] },
    { label: "Lost", href: "gone.xhtml", children: [] },
  ],
  spine,
);
const hasBegun =
  (...fragments: string[]) =>
  (fragment: string) =>
    fragments.includes(fragment);

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
