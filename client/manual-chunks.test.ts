import { existsSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { namedModules } from "./manual-chunks.ts";

const root = path.resolve(import.meta.dirname, "..");
const endings = [".ts", ".tsx", ".js", ".mjs"];

test("every module that a chunk names exists", () => {
  const missing = namedModules.filter(
    (name) => !endings.some((ending) => existsSync(path.join(root, name + ending))),
  );

  expect(missing).toEqual([]);
});
