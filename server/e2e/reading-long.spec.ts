import { expect, type Page } from "@playwright/test";
import { test } from "./support/fixtures.ts";
import {
  createParagraphs,
  createSmallEpub,
  findSentence,
  getDocuments,
  getProgressRegion,
  getVisibleText,
  goToChapter,
  isOnPage,
  turnPage,
} from "./support/reading.ts";

const paragraphCount = 3000;

/** A book of one chapter of a third of a megabyte, and a short one after it. */
const createLongBook = () =>
  createSmallEpub([
    { title: "The long way", body: createParagraphs(paragraphCount) },
    { title: "Home again", body: "<p>They slept.</p>" },
  ]);

/** The sentences in the layout of the current page. */
const getLaidOutSentences = async (page: Page) => getDocuments(page)[0]?.locator(".mk-s").count() ?? 0;

const getFirstLaidOut = (page: Page) => getDocuments(page)[0]?.locator(".mk-s").first().getAttribute("id");

const getParagraphNumber = async (page: Page) => Number(/^s\d+-(\d+)$/.exec(await findSentence(page))?.[1]);

test("a very long chapter is laid out in parts and reads as one", async ({
  make,
  importSample,
  openPage,
}) => {
  test.setTimeout(180_000);
  const user = await make.user();
  const page = await openPage(user, { viewport: { width: 1200, height: 1300 } });
  const bookId = await importSample(await createLongBook());

  await page.goto(`/read/${bookId}`);
  await expect(getProgressRegion(page)).toBeVisible({ timeout: 60_000 });
  expect(await getLaidOutSentences(page)).toBeGreaterThan(0);
  expect(await getLaidOutSentences(page)).toBeLessThan(paragraphCount);

  // To the middle, and past the end of a part.
  await page.keyboard.press("g");
  await page.getByLabel("Percent of the book").fill("39");
  await page.keyboard.press("Enter");
  await expect.poll(() => getParagraphNumber(page)).toBeGreaterThan(paragraphCount);
  await expect(page.getByRole("dialog")).toHaveCount(0);
  const part = await getFirstLaidOut(page);
  const numbers: number[] = [];
  for (let n = 0; n < 40 && (await getFirstLaidOut(page)) === part; n++) {
    await turnPage(page, "ArrowRight");
    numbers.push(await getParagraphNumber(page));
  }
  await expect.poll(() => getFirstLaidOut(page)).not.toBe(part);
  expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  const sentenceAtEnd = await findSentence(page);
  const back = await turnPage(page, "ArrowLeft");
  await expect.poll(() => isOnPage(page, back)).toBe(true);
  await expect.poll(() => getFirstLaidOut(page)).toBe(part);
  expect(await turnPage(page, "ArrowRight")).toBe(sentenceAtEnd);
  const getStoredPosition = async () => (await page.request.get(`/api/positions/${bookId}`)).json();
  await expect.poll(async () => (await getStoredPosition()).text?.sentence).toBe(sentenceAtEnd);

  const otherDevice = await openPage(user);
  await otherDevice.goto(`/read/${bookId}`);
  await expect(getProgressRegion(otherDevice)).toBeVisible({ timeout: 60_000 });
  await expect.poll(() => isOnPage(otherDevice, sentenceAtEnd)).toBe(true);

  await goToChapter(otherDevice, /Home again/);
  await expect.poll(() => getVisibleText(otherDevice)).toContain("They slept.");
  await otherDevice.keyboard.press("ArrowLeft");
  await expect.poll(() => getVisibleText(otherDevice)).toContain(`Paragraph ${paragraphCount}.`);
});
