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
