import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { defaultProductName } from "#shared/api/product.ts";

const client = path.resolve(import.meta.dirname, "..");
const folder = path.join(client, "locales", "en");
const areas = readdirSync(folder).map((file) => path.basename(file, ".json"));
const getTexts = (area: string) =>
  JSON.parse(readFileSync(path.join(folder, `${area}.json`), "utf8")) as Record<string, string>;

const sources = readdirSync(client, { recursive: true, encoding: "utf8" })
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.|^locales/.test(file))
  .map((file) => readFileSync(path.join(client, file), "utf8"))
  .join("\n");

/** Some keys are built from a value: `problem.${code}`. */
const keyPrefixes = Array.from(sources.matchAll(/`([a-z]+\.[\w.-]*)\$\{/gi), ([, start = ""]) => start);
const isDynamicKey = (key: string) => keyPrefixes.some((start) => start.length > 1 && key.startsWith(start));

describe.each(areas)("the messages of %s", (area) => {
  test("are all used", () => {
    const unused = Object.keys(getTexts(area)).filter(
      (key) => !isDynamicKey(key) && !sources.includes(`"${key}"`),
    );

    expect(unused).toEqual([]);
  });

  test("are texts of their own area, none empty", () => {
    for (const [key, text] of Object.entries(getTexts(area))) {
      expect(key.startsWith("problem.") || key.startsWith(`${area}.`), key).toBe(true);
      expect(text.trim(), key).not.toBe("");
      // The operator chooses the product name.
      expect(text, key).not.toContain(defaultProductName);
    }
  });

  test("are loaded by a screen", () => {
    expect(sources).toMatch(new RegExp(`(loadMessages|lazyPage)\\([^)]*"${area}"`));
  });
});
