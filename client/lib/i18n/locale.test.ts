import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, test, vi } from "vitest";
import { getLocale } from "./locale.ts";

test("English follows the region of the browser, Arabic has Latin digits", () => {
  vi.stubGlobal("navigator", { languages: ["ar-EG", "en-GB", "en-US", "en"] });
  expect([getLocale("en"), getLocale("ar")]).toEqual(["en-GB", "ar-u-nu-latn"]);
  expect(new Intl.DateTimeFormat(getLocale("en"), { dateStyle: "long" }).format(new Date(2026, 0, 1))).toBe(
    "1 January 2026",
  );

  vi.stubGlobal("navigator", { languages: ["fr-FR", "en"] });
  expect(getLocale("en")).toBe("en");
});

const client = path.resolve(import.meta.dirname, "../..");
const sources = readdirSync(client, { recursive: true, encoding: "utf8" }).filter(
  (file) => /\.tsx?$/.test(file) && !/\.test\.|^testing\//.test(file),
);

// Engines differ in the digits of a language without a numbering system.
test("dates and numbers are formatted for a locale with its digits", () => {
  const formats = /new Intl\.(?:DateTime|Number)Format\((?!getLocale|tag|"en").*/g;
  const found = sources.flatMap((file) => readFileSync(path.join(client, file), "utf8").match(formats) ?? []);
  expect(found).toEqual([]);
});
