import { expect, type Page } from "@playwright/test";
import { test } from "./fixtures.ts";
import {
  documentsOf,
  goToChapter,
  isOnPage,
  openBook,
  paragraphs,
  progressOf,
  sentenceOf,
  smallEpub,
  turn,
  wordsOf,
} from "./reading.ts";

const count = 6000;

/** A book of one chapter of half a megabyte, and a short one after it. */
const longBook = () =>
  smallEpub([
    { title: "The long way", body: paragraphs(count) },
    { title: "Home again", body: "<p>They slept.</p>" },
  ]);

/** Sentences that the page on the screen had to lay out. */
const laidOut = async (page: Page) => documentsOf(page)[0]?.locator(".mk-s").count() ?? 0;

const numberOnPage = async (page: Page) => Number(/^s\d+-(\d+)$/.exec(await sentenceOf(page))?.[1]);

test("a very long chapter is laid out in parts, and read as one", async ({
  make,
  importSample,
  deviceOf,
}) => {
  const user = await make.user();
  const page = await deviceOf(user);
  const bookId = await importSample(await longBook());

  await openBook(page, bookId);
  expect(await laidOut(page)).toBeGreaterThan(0);
  expect(await laidOut(page)).toBeLessThan(count);

  // Into the middle, and over the end of a part.
  const slider = progressOf(page).getByRole("slider");
  await slider.focus();
  for (let n = 0; n < 5; n++) await page.keyboard.press("PageUp");
  await expect.poll(() => numberOnPage(page)).toBeGreaterThan(100);
  const seen: number[] = [];
  const first = await documentsOf(page)[0]?.locator(".mk-s").first().getAttribute("id");
  await page.keyboard.press("Escape");
  await documentsOf(page)[0]?.locator("body").focus();
  for (let n = 0; n < 80; n++) {
    await turn(page, "ArrowRight");
    seen.push(await numberOnPage(page));
    if ((await documentsOf(page)[0]?.locator(".mk-s").first().getAttribute("id")) !== first) break;
  }
  expect(await documentsOf(page)[0]?.locator(".mk-s").first().getAttribute("id")).not.toBe(first);
  expect(seen).toEqual(seen.toSorted((a, b) => a - b));
  const there = await sentenceOf(page);
  const back = await turn(page, "ArrowLeft");
  expect(await isOnPage(page, back)).toBe(true);
  expect(await turn(page, "ArrowRight")).toBe(there);
  await turn(page, "ArrowRight");
  const left = await sentenceOf(page);

  // On another device at the same sentence.
  await page.waitForTimeout(0);
  await page.goto(`/books/${bookId}`);
  const other = await deviceOf(user);
  await openBook(other, bookId);
  await expect.poll(() => isOnPage(other, left)).toBe(true);

  await goToChapter(other, /Home again/);
  await expect.poll(() => wordsOf(other)).toContain("They slept.");
  await other.keyboard.press("ArrowLeft");
  await expect.poll(() => wordsOf(other)).toContain(`Paragraph ${count}.`);
});
