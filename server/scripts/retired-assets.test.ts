import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { keepRetiredAssets } from "./retired-assets.mjs";

const home = mkdtempSync(path.join(tmpdir(), "maktaba-assets-"));
afterAll(() => rmSync(home, { recursive: true, force: true }));

const dayMs = 24 * 3600 * 1000;

function makeFolder(name: string, files: readonly string[]): string {
  const folder = path.join(home, name);
  mkdirSync(folder);
  for (const file of files) writeFileSync(path.join(folder, file), file);
  return folder;
}

test("assets are kept for a month after the build that dropped them", async () => {
  const recordFile = path.join(home, "retired.json");
  const builds = [
    makeFolder("first", ["page-1.js", "style.css"]),
    makeFolder("second", ["page-2.js", "style.css"]),
    makeFolder("third", ["page-3.js", "style.css"]),
  ] as const;
  const startMs = Date.UTC(2026, 0, 1);

  await keepRetiredAssets(builds[0], builds[1], recordFile, startMs);
  expect(readdirSync(builds[1]).sort()).toEqual(["page-1.js", "page-2.js", "style.css"]);

  await keepRetiredAssets(builds[1], builds[2], recordFile, startMs + 30 * dayMs);
  expect(readdirSync(builds[2]).sort()).toEqual(["page-1.js", "page-2.js", "page-3.js", "style.css"]);

  const fourth = makeFolder("fourth", ["page-4.js"]);
  await keepRetiredAssets(builds[2], fourth, recordFile, startMs + 40 * dayMs);
  expect(readdirSync(fourth).sort()).toEqual(["page-2.js", "page-3.js", "page-4.js", "style.css"]);
});
