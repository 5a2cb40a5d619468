import { expect, test } from "vitest";
import { preferBooksIn, toCanonicalLanguage } from "./language.ts";

test("language tags are canonical, and others stay as they are", () => {
  expect(["EN-gb", "AR", "", "not a language"].map(toCanonicalLanguage)).toEqual([
    "en-GB",
    "ar",
    "",
    "not a language",
  ]);
});

test("the Arabic interface lists Arabic books first", () => {
  expect([preferBooksIn("ar"), preferBooksIn("en")]).toEqual([{ preferLanguage: "ar" }, {}]);
});
