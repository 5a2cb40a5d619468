import { expect, test } from "vitest";
import { findPageByLabel, findPrintedPage } from "./printed-page.ts";

const pages = [
  { label: "iv", sentence: "s0-3" },
  { label: "1/214", sentence: "s1-0" },
  { label: "1/215", sentence: "s1-12" },
];

test("a sentence is on the last page that starts at or before it", () => {
  expect(
    ["s0-2", "s0-9", "s1-11", "s1-12", "s7-0"].map((sentence) => findPrintedPage(pages, sentence)),
  ).toEqual([null, "iv", "1/214", "1/215", "1/215"]);
});

test("a page is found by its label in any digits", () => {
  expect(findPageByLabel(pages, " IV ")?.sentence).toBe("s0-3");
  expect(findPageByLabel(pages, "١/٢١٥")?.sentence).toBe("s1-12");
  expect(findPageByLabel(pages, "216")).toBeUndefined();
});
