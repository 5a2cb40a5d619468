import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { type Language, languages } from "#shared/api/language.ts";
import { defaultProductName, localizeProductName } from "#shared/api/product.ts";
import { getMessageArguments, getPlainText, getPluralForms } from "./message-parts.ts";
import { renderMessageTypes } from "./message-types.ts";

const folder = import.meta.dirname;
const listFiles = (language: string) =>
  readdirSync(path.join(folder, language), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".json"))
    .sort();
const read = (language: string, file: string) =>
  JSON.parse(readFileSync(path.join(folder, language, file), "utf8")) as Record<string, string>;

/** Texts that are the same in both languages: names and texts that consist of parameters only. */
const sameInBoth = /^readingSettings\.font\.|^shelfImport\.source_|^[^a-z]*$/i;
const isSame = (key: string, text: string) => sameInBoth.test(key) || !/\p{L}/u.test(getPlainText(text));

const [, ...translations] = languages;
const files = listFiles("en");

test("the types of the messages are up to date", async () => {
  await expect(renderMessageTypes()).toMatchFileSnapshot("./messages.ts");
});

test("the Arabic name, which is the word for a library, reads as a name", () => {
  const name = localizeProductName(defaultProductName, "ar");
  const texts = files.flatMap((file) => Object.values(read("ar", file)));

  const repeated = texts.filter((text) => text.includes(`{product} ${name}`));
  // The word is feminine, and the name of another site may not be.
  const asSubject = texts.filter((text) => /(^| )ي\p{L}+ \{product\}/u.test(text));
  expect([...repeated, ...asSubject]).toEqual([]);
});

test("every folder is a language", () => {
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());

  expect(folders.map(({ name }) => name).sort()).toEqual([...languages].sort());
});

describe.each(translations)("the translation %s", (language) => {
  test("has every file", () => expect(listFiles(language)).toEqual(files));

  describe.each(files)("of %s", (file) => checkFile(language, file));
});

function checkFile(language: Language, file: string): void {
  const english = read("en", file);
  const translated = read(language, file);

  test("has each message, and no other", () => {
    expect(Object.keys(translated).sort()).toEqual(Object.keys(english).sort());
  });

  test("takes the same values", () => {
    const mismatched = Object.keys(translated).filter(
      (key) =>
        getMessageArguments(translated[key] ?? "").join() !== getMessageArguments(english[key] ?? "").join(),
    );

    expect(mismatched).toEqual([]);
  });

  test("counts in all forms of the language", () => {
    const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
    const incomplete = Object.entries(translated).filter(([, text]) =>
      getPluralForms(text).some((forms) => categories.some((category) => !forms.includes(category))),
    );

    expect(incomplete).toEqual([]);
  });

  test.runIf(language === "ar")("is Arabic", () => {
    const untranslated = Object.entries(translated).filter(
      ([key, text]) => !isSame(key, text) && (text === english[key] || !/\p{Script=Arabic}/u.test(text)),
    );

    expect(untranslated).toEqual([]);
  });
}
