import { expect, type Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { alignmentContract } from "#shared/alignment/contract.ts";
import { books } from "#server/db/schema/books/books.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import { getSentencesByUrl } from "./support/read-along.ts";

/** Opens the first chapter of a book for listening, from the book's page. */
async function openSyncPage(page: Page, bookId: string) {
  await page.goto(`/book/${bookId}`);
  await page.getByRole("link", { name: "Text and audio sync" }).click();
  await page.getByRole("button", { name: /Cairo, in the month of Shawwal/ }).click();
  await page.getByRole("switch", { name: "Uncertain only" }).click();
  const startButton = page.getByRole("button", { name: "Set start here: Dear Salma," });
  return page.getByRole("listitem").filter({ has: startButton }).last();
}

test("an employee sets a sentence by ear, and the author reverts it", async ({
  make,
  importDemoBook,
  openPage,
  services,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const author = await make.user({ isAuthor: true });
  await services.db.update(books).set({ ownerId: author.id }).where(eq(books.id, bookId));
  const employeePage = await openPage(await make.user({ isEmployee: true }));
  const getStart = async (page: Page) =>
    [...(await getSentencesByUrl(page, bookId)).values()][0]?.find(([id]) => id === "s0-1")?.[1] ??
    Number.NaN;
  const before = await getStart(employeePage);

  const row = await openSyncPage(employeePage, bookId);
  await row.getByRole("button", { name: /^Play from/ }).click();
  const chapterAudio = employeePage.getByLabel("Chapter audio");
  const getTime = () => chapterAudio.evaluate((audio: HTMLAudioElement) => audio.currentTime);
  await expect.poll(getTime).toBeGreaterThan(before + 0.2);
  await chapterAudio.evaluate((audio: HTMLAudioElement) => audio.pause());
  const playedUntil = await getTime();
  await Promise.all([
    waitForReply(employeePage, alignmentContract.setAnchor),
    row.getByRole("button", { name: "Set start here: Dear Salma," }).click(),
  ]);
  await expect(row).toContainText("manual");
  expect(await getStart(employeePage)).toBeCloseTo(playedUntil, 2);

  const authorPage = await openPage(author, { viewport: { width: 390, height: 844 } });
  const authorRow = await openSyncPage(authorPage, bookId);
  await expect(authorRow).toContainText("manual");
  await authorRow.getByRole("button", { name: "Undo manual start: Dear Salma," }).click();
  await expect(authorRow).not.toContainText("manual");
});
