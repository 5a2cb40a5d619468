import { describe, expect, test } from "vitest";
import { normalizeForSpeech } from "./normalize-text.ts";
import { splitByScript } from "./split-by-script.ts";

describe("spoken text", () => {
  test.each([
    ["The Prophet ﷺ said", "en", "The Prophet peace and blessings be upon him said"],
    ["قال النبي ﷺ", "ar", "قال النبي صلى الله عليه وسلم"],
    ["Umar (ra) came.", "en", "Umar , may God be pleased with them, came."],
    ["See e.g. vol. 3, pp. 10–12.", "en", "See for example, volume 3, pages 10 to 12."],
    ["Dr. Amin, d. 505 AH", "en", "Doctor Amin, d. 505 of the Hijra"],
    ["A word.[12] Another¹ one*", "en", "A word. Another one"],
    ["سنة ٥٠٥ هـ", "ar", "سنة 505 للهجرة"],
    ["راجع ص ١٢", "ar", "راجع صفحة 12"],
    ["الكتـــاب", "ar", "الكتاب"],
    ["Go to https://example.org/a?b=c now", "en", "Go to now"],
    ["[[phonemes]] <speak>", "en", "phonemes speak"],
    ["z.B. usw.", "de", "z.B. usw."],
    ["* * *", "en", ""],
    ["— … —", "en", ""],
  ])("%s", (text, language, expected) => {
    expect(normalizeForSpeech(text, language).replace(/\s+/g, " ")).toBe(expected);
  });
});

test("words in another script have another language; numbers and marks join", () => {
  expect(splitByScript("He said سلام عليكم, 3 times", "en")).toEqual([
    { text: "He said ", language: "en" },
    { text: "سلام عليكم, 3 ", language: "ar" },
    { text: "times", language: "en" },
  ]);
  expect(splitByScript("كتاب Python الجديد", "ar").map(({ language }) => language)).toEqual([
    "ar",
    "en",
    "ar",
  ]);
  expect(splitByScript("کتاب ہے", "ur")).toEqual([{ text: "کتاب ہے", language: "ur" }]);
});
