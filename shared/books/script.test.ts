import { expect, test } from "vitest";
import { isArabicScript, isRightToLeft } from "./script.ts";

test.each([
  ["ar_EG", true, true],
  ["CKB", true, true],
  ["ks-IN", true, true],
  ["ku-Arab", true, true],
  ["ku", false, false],
  ["ar-Latn", false, false],
  ["he", false, true],
  ["dv-MV", false, true],
  ["", false, false],
])("%s has the Arabic script: %s, and runs from right to left: %s", (tag, isArabic, isRtl) => {
  expect([isArabicScript(tag), isRightToLeft(tag)]).toEqual([isArabic, isRtl]);
});
