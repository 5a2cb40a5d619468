import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { communityContract } from "#shared/community/contract.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import { createSmallEpub, getDocuments, openBook, waitForFonts } from "./support/reading.ts";

const passage = "The lamp was lit before the evening prayer.";

const createBook = () =>
  createSmallEpub([{ title: "The lamp", body: `<p>First words.</p><p>${passage} Nobody spoke.</p>` }]);

async function quoteIn(page: Page, place: string): Promise<void> {
  await waitForFonts(page);
  await getDocuments(page)[0]?.getByText(passage).first().selectText();
  const bar = page.getByRole("toolbar", { name: "Selected text" });
  await bar.getByRole("button", { name: "Quote in…" }).click();
  await page.getByRole("menuitem", { name: place, exact: true }).click();
}

/** A card with the passage that opens it; `state` once it was checked. */
async function expectCard(page: Page, state: string | null): Promise<void> {
  const card = page.getByRole("figure").filter({ hasText: "The lamp was lit" }).last();
  await expect(card).toBeVisible();
  await expect(card.getByRole("link", { name: "Open the passage" })).toHaveAttribute(
    "href",
    /\?sentence=s0-/,
  );
  if (state) await expect(card).toContainText(state);
}

const insert = (page: Page) => page.getByRole("button", { name: /^Insert quotation from/ }).click();

test("a passage is quoted in a message, a review and a note, and is as in the book", async ({
  make,
  importSample,
  openPage,
}) => {
  const [reader, friend] = [await make.user(), await make.user()];
  const bookId = await importSample(await createBook());
  const page = await openPage(reader);
  await openBook(page, bookId);
  await quoteIn(page, "Message");
  await expect(page.getByRole("link", { name: "New message" })).toBeVisible();
  await page.goto(`/messages?to=${friend.username}`);
  await insert(page);
  await expectCard(page, null);
  await page.getByRole("button", { name: "Send" }).click();
  await expect(page.getByRole("article", { name: "Message from You" })).toBeVisible();
  await expectCard(page, "As in the book");
  expect(await getViolations(page)).toEqual([]);

  await openBook(page, bookId);
  await quoteIn(page, "Review");
  await page.getByRole("radio", { name: "4 stars" }).press("Space");
  await page.getByRole("button", { name: "Write a review" }).click();
  await insert(page);
  await expectCard(page, null);
  await page.getByRole("button", { name: "Save" }).click();
  await expectCard(page, "As in the book");
  expect(await getViolations(page)).toEqual([]);

  await openBook(page, bookId);
  await quoteIn(page, "Note");
  await page
    .getByRole("toolbar", { name: "Selected text" })
    .getByRole("button", { name: "Add a note" })
    .click();
  const note = page.getByRole("dialog", { name: "Add a note" });
  await note.getByRole("button", { name: /^Insert quotation from/ }).click();
  await expectCard(page, null);
  expect(await getViolations(page, "[role=dialog]")).toEqual([]);
  await Promise.all([
    waitForReply(page, marksContract.saveMarks),
    note.getByRole("button", { name: "Done" }).click(),
  ]);
  await page.goto("/library?view=notebook");
  await expectCard(page, "As in the book");
});

test("a passage and typed words are quoted in a discussion, and are as in the book", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createBook());
  const page = await openPage(await make.user());
  await page.goto("/community");
  await page.getByRole("button", { name: "New community" }).click();
  const form = page.getByRole("dialog");
  const name = `Evening readers ${randomUUID().slice(0, 8)}`;
  await form.getByLabel("Name").fill(name);
  await form.getByLabel("About").fill("For readers of short books.");
  await Promise.all([
    waitForReply(page, communityContract.createCommunity),
    form.getByRole("button", { name: "Create community" }).click(),
  ]);
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  await openBook(page, bookId);
  await quoteIn(page, "New discussion");
  await page.getByRole("link", { name }).click();
  await expectCard(page, null);
  const start = page.getByRole("dialog");
  await start.getByLabel("Title").fill("On lamps");
  await start.getByLabel("Text").press("Control+End");
  await start.getByLabel("Text").pressSequentially("Also “the lamp was lit before the evening”.");
  await start.getByRole("button", { name: "Post" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "On lamps" })).toBeVisible();
  await expectCard(page, "As in the book");
  await expect(page.getByRole("article").getByRole("link", { name: "As in the book" })).toBeVisible();
  expect(await getViolations(page)).toEqual([]);
});
