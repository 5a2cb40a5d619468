import { expect, type Page } from "@playwright/test";
import { positionsContract } from "#shared/positions/contract.ts";
import { replyTo, test } from "./support/fixtures.ts";
import {
  computeProgress,
  findSentence,
  getDocuments,
  getWords,
  goToChapter,
  isOnPage,
  paragraphs,
  smallEpub,
  turn,
} from "./support/reading.ts";

const count = 3000;

/** A book of one chapter of a third of a megabyte, and a short one after it. */
const longBook = () =>
  smallEpub([
    { title: "The long way", body: paragraphs(count) },
    { title: "Home again", body: "<p>They slept.</p>" },
  ]);

/** The sentences in the layout of the current page. */
const laidOut = async (page: Page) => getDocuments(page)[0]?.locator(".mk-s").count() ?? 0;

const firstLaidOut = (page: Page) => getDocuments(page)[0]?.locator(".mk-s").first().getAttribute("id");

const numberOnPage = async (page: Page) => Number(/^s\d+-(\d+)$/.exec(await findSentence(page))?.[1]);

test("a very long chapter is laid out in parts and reads as one", async ({
  make,
  importSample,
  signedInPage: deviceOf,
}) => {
  test.setTimeout(180_000);
  const user = await make.user();
  const page = await deviceOf(user, { viewport: { width: 1200, height: 1300 } });
  const bookId = await importSample(await longBook());

  await page.goto(`/read/${bookId}`);
  await expect(computeProgress(page)).toBeVisible({ timeout: 60_000 });
  expect(await laidOut(page)).toBeGreaterThan(0);
  expect(await laidOut(page)).toBeLessThan(count);

  // To the middle, and past the end of a part.
  await page.keyboard.press("g");
  await page.getByLabel("Percent of the book").fill("39");
  await page.keyboard.press("Enter");
  await expect.poll(() => numberOnPage(page)).toBeGreaterThan(count);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const part = await firstLaidOut(page);
  const seen: number[] = [];
  for (let n = 0; n < 40 && (await firstLaidOut(page)) === part; n++) {
    await turn(page, "ArrowRight");
    seen.push(await numberOnPage(page));
  }
  await expect.poll(() => firstLaidOut(page)).not.toBe(part);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  const there = await findSentence(page);
  const back = await turn(page, "ArrowLeft");
  await expect.poll(() => isOnPage(page, back)).toBe(true);
  await expect.poll(() => firstLaidOut(page)).toBe(part);
  const saved = replyTo(page, positionsContract.savePositions);
  expect(await turn(page, "ArrowRight")).toBe(there);
  await saved;

  const other = await deviceOf(user);
  await other.goto(`/read/${bookId}`);
  await expect(computeProgress(other)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => isOnPage(other, there)).toBe(true);

  await goToChapter(other, /Home again/);
  await expect.poll(() => getWords(other)).toContain("They slept.");
  await other.keyboard.press("ArrowLeft");
  await expect.poll(() => getWords(other)).toContain(`Paragraph ${count}.`);
});
