import { expect, onTestFinished, test } from "vitest";
import { getRequestLanguage, setDefaultLanguage } from "./request-language.ts";

const getLanguage = (acceptLanguage: string, cookie = "") =>
  getRequestLanguage({ headers: { "accept-language": acceptLanguage, cookie } });

test.each([
  ["", "en"],
  ["ar", "ar"],
  ["ar-EG,en;q=0.8", "ar"],
  ["en-GB,ar;q=0.9", "en"],
  ["en;q=0.5, ar;q=0.9", "ar"],
  ["de-DE,fr;q=0.9,ar;q=0.4,en;q=0.2", "ar"],
  ["ar;q=0, en;q=0.1", "en"],
  ["de, *;q=0.5", "en"],
  ["arn", "en"],
])("a first visit with %j gets %s", (header, language) => {
  expect(getLanguage(header)).toBe(language);
});

test("the chosen language overrides Accept-Language", () => {
  expect(getLanguage("en", "sid=x; language=ar")).toBe("ar");
  expect(getLanguage("ar", "language=en")).toBe("en");
});

test("an unsupported language is ignored", () => {
  expect(getLanguage("ar", "language=tlh")).toBe("ar");
  expect(getLanguage("en", 'language="><script>')).toBe("en");
});

test("the site's default is for those who ask for none of the languages", () => {
  setDefaultLanguage("ar");
  onTestFinished(() => setDefaultLanguage("en"));

  expect([getLanguage(""), getLanguage("de"), getLanguage("en"), getLanguage("de", "language=en")]).toEqual([
    "ar",
    "ar",
    "en",
    "en",
  ]);
});
