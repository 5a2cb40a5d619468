import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { getMessageArguments, getPluralForms } from "./message-parts.ts";

const folder = import.meta.dirname;
const shared = path.resolve(folder, "..", "..", "shared", "locales");
const areas = [...readdirSync(path.join(folder, "en")), "reason.json"];
const read = (language: string, file: string) =>
  JSON.parse(
    readFileSync(path.join(file === "reason.json" ? shared : folder, language, file), "utf8"),
  ) as Record<string, string>;

/** Texts that are the same in both languages: names and texts that consist of parameters only. */
const sameInBoth = /^reader\.font\.|^shelfImport\.source_|^[^a-z]*$/i;
const isSame = (key: string, text: string) =>
  sameInBoth.test(key) || !/\p{L}/u.test(text.replace(/\{\w+\}/g, ""));

const arabicPluralForms = ["few", "many", "one", "other", "two", "zero"];

test("every area is translated", () => {
  expect([...readdirSync(path.join(folder, "ar")), "reason.json"]).toEqual(areas);
});

describe.each(areas)("the Arabic of %s", (file) => {
  const english = read("en", file);
  const arabic = read("ar", file);

  test("has each message, and no other", () => {
    expect(Object.keys(arabic).sort()).toEqual(Object.keys(english).sort());
  });

  test("takes the same values", () => {
    const mismatched = Object.keys(arabic).filter(
      (key) =>
        getMessageArguments(arabic[key] ?? "").join() !== getMessageArguments(english[key] ?? "").join(),
    );

    expect(mismatched).toEqual([]);
  });

  test("counts in all six forms", () => {
    const incomplete = Object.entries(arabic).filter(([, text]) =>
      getPluralForms(text).some((forms) => forms.join() !== arabicPluralForms.join()),
    );

    expect(incomplete).toEqual([]);
  });

  test("is Arabic", () => {
    const untranslated = Object.entries(arabic).filter(
      ([key, text]) => !isSame(key, text) && (text === english[key] || !/\p{Script=Arabic}/u.test(text)),
    );

    expect(untranslated).toEqual([]);
  });
});
