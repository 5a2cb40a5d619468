import { describe, expect, test } from "vitest";
import { getNormalizedWords, normalizeSearchText, toSkeleton } from "./normalize-search-text.ts";

describe("normalization treats as equal", () => {
  test.each([
    ["marks", "ٱلْقُرْآنُ ٱلْكَرِيمُ", "القران الكريم"],
    ["forms of alef", "أحمد إبراهيم آدم ٱسم", "احمد ابراهيم ادم اسم"],
    ["ya and alef maqsura", "موسى الهدى", "موسي الهدي"],
    ["ta marbuta and ha", "رحلة الصلاة", "رحله الصلاه"],
    ["hamza on its seats", "مؤمن قارئ سماء", "مومن قاري سما"],
    ["hamza and madda", "قرءان", "قران"],
    ["Persian and Arabic letters", "کتاب پدر چاه گل", "كتاب بدر جاه كل"],
    ["lengthening strokes", "كتـــاب", "كتاب"],
    ["digits", "٢٠٢٦ ۱۴۴۸", "2026 1448"],
    ["ʿayn and hamza signs", "Qurʾān ʿAbd Qur'an Qur’an", "quran abd quran quran"],
    ["accents and dots", "Ṣaḥīḥ al-Buḫārī", "sahih al buhari"],
    ["hyphens and spaces", "well-known—and   true", "well known and true"],
    ["letters that do not come apart", "Ærø Straße Łódź", "aero strasse lodz"],
    ["widths and shapes of letters", "Ｑｕｒ’ａｎ ﻻ", "quran لا"],
    ["case in Turkish", "İSTANBUL ısı", "istanbul isi"],
  ])("%s", (_what, text, normalized) => {
    expect(normalizeSearchText(text)).toBe(normalized);
  });

  test("a name with and without its honorific", () => {
    expect(normalizeSearchText("محمد ﷺ رسول الله ﷻ")).toBe("محمد رسول الله");
  });

  test("normalized text is unchanged", () => {
    const once = normalizeSearchText("Ṣaḥīḥ al-Bukhārī: ٱلجامع الصحيح ﷺ ١");

    expect(normalizeSearchText(once)).toBe(once);
  });

  test("words normalized together and separately", () => {
    const words = ["Qurʾān", "ٱلْكَرِيمُ", "ﷺ", "Ǧāmiʿ"];

    expect(normalizeSearchText(words.join(" "))).toBe(
      words.map(normalizeSearchText).filter(Boolean).join(" "),
    );
  });
});

test("punctuation alone leaves no word", () => {
  expect(getNormalizedWords(" — ﷺ ’ \0 \u{1F4D6} ")).toEqual([]);
});

describe("a skeleton is shared by", () => {
  test.each([
    ["quran", "koran", "qoran", "qurann"],
    ["muhammad", "mohamed", "mohammad", "muhamad"],
    ["bukhari", "boukhari", "bukharee"],
    ["ghazali", "ghazzali", "gazali"],
    ["dawud", "dawood", "daoud", "daud"],
    ["husayn", "hussein", "hussain"],
    ["sheikh", "shaykh", "cheikh"],
    ["taymiyyah", "taymiya", "taimiyah"],
    ["makkah", "mecca", "makka"],
    ["ramadan", "ramadhan"],
    ["القران", "قران", "والقران", "بالقران", "للقران"],
  ])("%s and its other spellings", (...spellings) => {
    expect(new Set(spellings.map(toSkeleton)).size).toBe(1);
  });

  test.each([
    ["الله", "له"],
    ["kitab", "khitab"],
    ["mahmud", "mamud"],
    ["سالم", "سم"],
    ["الف", "ف"],
    ["salam", "islam"],
    ["البر", "بحر"],
  ])("not by %s and %s", (a, b) => {
    expect(toSkeleton(a)).not.toBe(toSkeleton(b));
  });
});

test("a skeleton is never a single letter", () => {
  expect(toSkeleton("aaaa")).toBe("aaaa");
});
