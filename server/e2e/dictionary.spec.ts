import { gzipSync } from "node:zlib";
import { expect } from "@playwright/test";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { lookUp } from "./support/look-up.ts";
import { createSmallEpub, openBook } from "./support/reading.ts";

const chapters = [{ title: "The lamp", body: "<p>The isnad came first. Two old lamps were lit.</p>" }];

function makeStarDict(words: Readonly<Record<string, string>>) {
  let offset = 0;
  const index = Object.entries(words).map(([word, text]) => {
    const numbers = Buffer.alloc(8);
    numbers.writeUInt32BE(offset, 0);
    numbers.writeUInt32BE(Buffer.byteLength(text), 4);
    offset += Buffer.byteLength(text);
    return Buffer.concat([Buffer.from(`${word}\0`), numbers]);
  });
  const ifo = "StarDict's dict ifo file\nversion=2.4.2\nbookname=My words\nsametypesequence=h\n";
  return [
    { name: "my.ifo", mimeType: "text/plain", buffer: Buffer.from(ifo) },
    { name: "my.idx", mimeType: "text/plain", buffer: Buffer.concat(index) },
    { name: "my.dict.dz", mimeType: "text/plain", buffer: gzipSync(Object.values(words).join("")) },
  ];
}

test("a word is looked up in the book, saved with its sentence, reviewed and exported", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createSmallEpub(chapters));
  const page = await openPage(await make.user());
  await openBook(page, bookId);

  const panel = await lookUp(page, "lamps");
  await expect(panel.getByRole("heading", { name: "lamp", exact: true })).toBeVisible();
  await expect(panel).toContainText("Shown for “lamps”, the nearest form found.");
  expect(await getViolations(page)).toEqual([]);
  await panel.getByRole("button", { name: "Save word" }).click();
  await expect(panel.getByRole("button", { name: "Saved" })).toBeDisabled();

  await page.goto("/library/vocabulary");
  await expect(page.getByRole("heading", { name: /lamps/ })).toBeVisible();
  await expect(page.getByRole("main")).toContainText("Two old lamps were lit.");
  await page.getByRole("searchbox").fill("LAMP");
  await expect(page.getByRole("heading", { name: /lamps/ })).toBeVisible();
  expect(await getViolations(page)).toEqual([]);
  const download = page.waitForEvent("download");
  await page.getByRole("link", { name: "Export for Anki" }).click();
  expect((await download).suggestedFilename()).toContain(".tsv");
});

test("a reader's dictionary stays on the device, comes first and shows no scripts; a broken one is refused", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createSmallEpub(chapters));
  const page = await openPage(await make.user());
  const uploads: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && uploads.push(request.url()));
  await page.goto("/settings?part=reading");
  const input = page.locator('input[type="file"][multiple]');

  await input.setInputFiles({ name: "a.txt", mimeType: "text/plain", buffer: Buffer.from("hello") });
  await expect(page.getByRole("alert")).toHaveText("This is not a StarDict or Yomitan dictionary.");
  await input.setInputFiles(
    makeStarDict({ lamp: "<b>A light.</b><img src='/evil.png' onerror='document.title=1'>", well: "Water." }),
  );
  await expect(page.getByRole("listitem").filter({ hasText: "My words" })).toContainText("2 entries");
  expect(await getViolations(page)).toEqual([]);
  expect(uploads.filter((url) => !url.includes("/api/activity") && !url.includes("/api/positions"))).toEqual(
    [],
  );

  await openBook(page, bookId);
  const panel = await lookUp(page, "lamps");
  await expect(panel.getByRole("region").first()).toHaveAccessibleName("My words");
  await expect(panel.getByText("A light.")).toBeVisible();
  expect(await panel.locator("img").count()).toBe(0);
});
