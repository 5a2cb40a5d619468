import { describe, expect, test } from "vitest";
import { compareNaturally } from "./natural-order.ts";

describe("names are in natural order", () => {
  test.for<[string, ...string[]]>([
    ["chapter_2.mp3", "Chapter 10.mp3", "CHAPTER-11.mp3"],
    ["Ch.2.mp3", "Ch.10.mp3", "Ch 11.mp3", "ch12.mp3"],
    ["01 - Opening.mp3", "02 - x.mp3", "2. y.mp3", "10 - z.mp3"],
    ["Disc 1/Track 02.mp3", "disc_1/track 10.mp3", "Disc 2/Track 01.mp3", "Disc 10/Track 01.mp3"],
    ["الفصل ٢.mp3", "الفصل 3.mp3", "الفصل ۴.mp3", "الفصل ١٢.mp3"],
    [
      "الفصل الأول",
      "الفصل الثاني",
      "الفصل الثالث.mp3",
      "الفصل العاشر",
      "الفصل الحادي عشر",
      "الفصل الثاني عشر",
    ],
    ["المحاضرة الأولى", "المحاضرة الثانية", "المحاضرة ٣", "المحاضرة الرابعة"],
    ["Part One", "part two", "Part Three", "Part Eleven"],
    ["Intro.mp3", "Intro 2.mp3", "Intro 10.mp3"],
    ["1-02.mp3", "1-10.mp3", "2-01.mp3"],
    ["a/b.mp3", "a/b/1.mp3"],
    ["same", "Same_"],
  ])("%j", (names) => {
    for (const [at, name] of names.entries()) {
      for (const later of names.slice(at + 1)) {
        expect(compareNaturally(name, later), `${name} before ${later}`).toBeLessThan(0);
        expect(compareNaturally(later, name), `${later} after ${name}`).toBeGreaterThan(0);
      }
      expect(compareNaturally(name, name)).toBe(0);
    }
  });
});
