import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { defaultProductName } from "#shared/api/product.ts";

const root = path.resolve(import.meta.dirname, "../../..");
const folder = path.join(root, "shared", "locales", "en");
const listAreas = (directory: string) =>
  readdirSync(directory)
    .filter((file) => file.endsWith(".json"))
    .map((file) => path.basename(file, ".json"));
const areas = listAreas(folder).filter((area) => area !== "reason");
const getTexts = (area: string) =>
  JSON.parse(readFileSync(path.join(folder, `${area}.json`), "utf8")) as Record<string, string>;

const readSources = (directory: string) =>
  readdirSync(path.join(root, directory), { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(path.join(root, directory, file), "utf8"))
    .join("\n");
const sources = readSources("client") + readSources("shared");

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
