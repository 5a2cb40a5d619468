import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { languageCookie } from "#shared/api/language.ts";
import type { BookId } from "#shared/books/book.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { notebookContract } from "#shared/notebook/contract.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import { createSmallEpub } from "./support/reading.ts";

const chapters = [
  { title: "The well", body: "<p>The river was low. The boats lay on the mud. Nobody came to the well.</p>" },
];

/** Marks without a place in the text, which the server keeps as lost. */
async function addMarks(page: Page, bookId: BookId, fields: readonly object[]): Promise<void> {
  const changes = fields.map((each, n) => ({
    id: randomUUID(),
    markId: randomUUID(),
    bookId,
    at: new Date(Date.UTC(2026, 0, 1 + n)).toISOString(),
    ...each,
  }));
  const origin = new URL(page.url()).origin;
  const reply = await page.request.post(marksContract.saveMarks.path, {
    data: { changes },
    headers: { Origin: origin, "Sec-Fetch-Site": "same-origin" },
  });
  expect(await reply.json()).toMatchObject({ refused: [] });
}

const heard = (exact: string, fraction: number) => ({
  anchor: { chapter: 1, offset: 1, fraction, quote: { exact, prefix: "", suffix: "" } },
});

test("marks are found, edited, deleted and restored, and the order of a book is changed by keyboard", async ({
  make,
  importSample,
  openPage,
}) => {
  const [reader, bookId] = [await make.user(), await importSample(await createSmallEpub(chapters))];
  const page = await openPage(reader);
  await page.goto("/library?view=notebook");
  await expect(page.getByText("Your notebook is empty")).toBeVisible();
  expect(await getViolations(page, "main")).toEqual([]);
  await addMarks(page, bookId, [
    { ...heard("The river was low.", 0.1), style: "yellow", note: "Remember the **river**", tags: ["water"] },
    { ...heard("وَقَالَ إِنَّ الْعِلْمَ نُورٌ", 0.5), style: "blue" },
    { ...heard("Nobody came", 0.9), style: "underline" },
  ]);
  await page.reload();
  const articles = page.getByRole("article");
  await expect(articles).toHaveCount(3);
  expect(await getViolations(page, "main")).toEqual([]);

  await page.getByLabel("Search highlights and notes").fill("العلم");
  await expect(articles).toHaveCount(1);
  await page.getByLabel("Search highlights and notes").fill("");
  await page.getByLabel("Tag").selectOption("water");
  await expect(articles).toHaveCount(1);
  await articles.getByRole("button", { name: "Edit the note" }).click();
  await page.getByLabel("Note", { exact: true }).fill("Changed here");
  await Promise.all([
    waitForReply(page, marksContract.saveMarks),
    page.getByRole("button", { name: "Done" }).click(),
  ]);
  await expect(articles.getByText("Changed here")).toBeVisible();
  await articles.getByRole("button", { name: "Delete" }).click();
  await expect(articles).toHaveCount(0);
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(articles).toHaveCount(1);
  await page.getByLabel("Tag").selectOption("");

  await page.getByLabel("Book", { exact: true }).selectOption(bookId);
  await expect(articles).toHaveCount(3);
  const first = articles.first().getByRole("button", { name: "Move down" });
  await first.focus();
  await Promise.all([waitForReply(page, notebookContract.saveNotebook), page.keyboard.press("Enter")]);
  await expect(articles.nth(1)).toContainText("The river was low.");
  await page.getByRole("button", { name: "Add a heading" }).click();
  await page.getByRole("textbox", { name: "Heading" }).fill("Water");
  await Promise.all([waitForReply(page, notebookContract.saveNotebook), page.keyboard.press("Enter")]);
  await page.reload();
  await expect(page.getByRole("heading", { name: "Water" })).toBeVisible();
  await expect(articles.nth(1)).toContainText("The river was low.");
  expect(await getViolations(page, "main")).toEqual([]);

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("menuitem", { name: "Markdown" }).click();
  expect((await download).suggestedFilename()).toMatch(/\.md$/);

  await page.context().addCookies([{ name: languageCookie, value: "ar", url: new URL(page.url()).origin }]);
  await page.goto("/library?view=notebook");
  const getSide = (text: string) =>
    page.locator("blockquote", { hasText: text }).evaluate((passage) => {
      const { direction, textAlign, borderLeftWidth } = getComputedStyle(passage);
      return [direction, textAlign, borderLeftWidth];
    });
  expect(await getSide("The river was low.")).toEqual(["ltr", "start", "2px"]);
  expect(await getSide("وَقَالَ إِنَّ الْعِلْمَ نُورٌ")).toEqual(["rtl", "start", "0px"]);
});

test("a file is imported after a dry run, and marks are reviewed", async ({
  make,
  importSample,
  openPage,
}) => {
  const reader = await make.user();
  const title = "The import";
  await importSample(await createSmallEpub(chapters, { title, author: "Hind Omar" }));
  const page = await openPage(reader, { viewport: { width: 390, height: 844 } });
  await page.goto("/library?view=notebook");
  await page.getByRole("button", { name: "Import" }).click();
  const entries = [
    { text: "The boats lay on the mud", note: "Mine", time: 1_767_712_796 },
    { text: "The mountain was high and far", time: 1_767_712_797 },
  ];
  const json = JSON.stringify({ title, author: "Hind Omar", entries });
  const dialog = page.getByRole("dialog");
  await dialog
    .getByLabel("File")
    .setInputFiles({ name: "notes.json", mimeType: "application/json", buffer: Buffer.from(json) });
  await expect(dialog.getByText("KOReader: 1 of 2 found, 0 in your notebook already.")).toBeVisible();
  await dialog.getByText("One is not imported").click();
  await expect(dialog.getByText("The book does not have these words")).toBeVisible();
  expect(await getViolations(page, "[role=dialog]")).toEqual([]);
  await dialog.getByRole("button", { name: "Import one" }).click();
  await expect(page.getByRole("article")).toContainText("The boats lay on the mud");

  await page.getByRole("button", { name: "Review" }).click();
  await expect(page.getByText("One left today")).toBeVisible();
  expect(await getViolations(page, "main")).toEqual([]);
  await page.getByRole("button", { name: "Keep" }).click();
  await expect(page.getByText("Nothing left to review today")).toBeVisible();
});
