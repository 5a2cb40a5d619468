import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import pino from "pino";
import { afterEach, describe, expect, test } from "vitest";
import type { ShellFacts } from "#shared/routes/painting.ts";
import { paintWith } from "./painter.ts";

const log = pino({ level: "silent" });
const facts: ShellFacts = { language: "en", productName: "Maktaba", replies: {} };
const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

function folderWith(source: string | null): string {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-painter-"));
  folders.push(folder);
  writeFileSync(path.join(folder, "package.json"), '{"type":"module"}');
  if (source !== null) writeFileSync(path.join(folder, "painter.js"), source);
  return folder;
}

/** Says how often it has drawn. */
const counting = `let n = 0;
export const preparePainter = async () => ({ paint: async (path) => ({ html: path + ++n, links: "" }) });`;

describe("the painter that was built", () => {
  test("draws a page once for all who are told the same", async () => {
    const paint = paintWith(folderWith(counting), log);

    expect((await paint("/", facts))?.html).toBe("/1");
    expect((await paint("/", { ...facts }))?.html).toBe("/1");
  });

  test("draws anew for each address, language and reply", async () => {
    const paint = paintWith(folderWith(counting), log);
    await paint("/", facts);

    expect((await paint("/browse", facts))?.html).toBe("/browse2");
    expect((await paint("/", { ...facts, language: "ar" }))?.html).toBe("/3");
    expect((await paint("/", { ...facts, replies: { "/api/books": [1] } }))?.html).toBe("/4");
    expect((await paint("/", { ...facts, replies: { "/api/books": [2] } }))?.html).toBe("/5");
  });

  test("keeps a hundred pages, and of those what was asked for last", async () => {
    const paint = paintWith(folderWith(counting), log);
    for (let n = 1; n <= 100; n++) await paint(`/book/${n}/`, facts);
    await paint("/book/1/", facts);
    await paint("/book/101/", facts);

    expect((await paint("/book/1/", facts))?.html).toBe("/book/1/1");
    expect((await paint("/book/2/", facts))?.html).toBe("/book/2/102");
  });

  test("leaves a page to the client where it fails, and where there is none", async () => {
    const failing =
      "export const preparePainter = async () => ({ paint: async () => { throw new Error(); } });";

    expect(await paintWith(folderWith(failing), log)("/", facts)).toBeNull();
    expect(await paintWith(folderWith("throw new Error()"), log)("/", facts)).toBeNull();
    expect(await paintWith(folderWith(null), log)("/", facts)).toBeNull();
  });
});
