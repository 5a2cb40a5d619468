import { expect, test } from "vitest";
import { findHonorific, isHonorific, spellOutHonorifics } from "./honorifics.ts";

test("every honorific is written in Arabic, English and transliteration", () => {
  const block = Array.from({ length: 0xfe00 - 0xfd00 }, (_, n) => String.fromCharCode(0xfd00 + n));
  const known = block.filter(isHonorific);
  expect(known).toHaveLength(22);
  for (const character of known) {
    expect(findHonorific(character, true, "en")).toMatch(/^[\u0620-\u0652 ]{5,}$/);
    expect(findHonorific(character, false, "en")).toMatch(/^[A-Za-z ]{5,}$/);
    expect(findHonorific(character, false, "tr")).toMatch(/^[a-z -]{5,}$/);
    expect(findHonorific(character, false, "tr")).not.toBe(findHonorific(character, false, "en"));
  }
});

test("other characters are none", () => {
  expect(isHonorific("a")).toBe(false);
  expect(findHonorific("a", false, "en")).toBeNull();
});

test("honorifics of a text become words", () => {
  expect(spellOutHonorifics("Muhammad\uFDFAsaid", false, "en")).toBe(
    "Muhammad peace and blessings be upon him said",
  );
  expect(spellOutHonorifics("\uFDFB\uFDFB", true, "ar")).toBe(" جل جلاله  جل جلاله ");
  expect(spellOutHonorifics("no other", false, "en")).toBe("no other");
});
