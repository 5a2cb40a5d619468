import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Frame, type Page } from "@playwright/test";
import { type DemoText, writeEpub } from "#server/features/demo/epub.ts";

/** The element of the page; its `data-sentence` is the first sentence on it. */
export const getTextRegion = (page: Page) => page.getByRole("region", { name: "Book text" });

export const getProgressRegion = (page: Page) => page.getByRole("region", { name: "Progress" });

/** Opens a book and waits for its first page. */
export async function openBook(page: Page, bookId: string): Promise<void> {
  await page.goto(`/read/${bookId}`);
  await expect(getProgressRegion(page)).toBeVisible({ timeout: 20_000 });
}

/** The documents of the book on the screen. */
export function getDocuments(page: Page): Frame[] {
  return page.frames().filter((frame) => frame.url().startsWith("blob:"));
}

export async function getVisibleText(page: Page): Promise<string> {
  const read = (frame: Frame) =>
    frame.evaluate(() => document.documentElement.textContent ?? "").catch(() => "");
  return (await Promise.all(getDocuments(page).map(read))).join(" ").replace(/\s+/g, " ");
}

/** Clicks something inside the book. */
export async function clickInBook(page: Page, selector: string): Promise<void> {
  await expect
    .poll(async () => {
      const [frame] = getDocuments(page);
      return frame ? frame.locator(selector).count() : 0;
    })
    .toBeGreaterThan(0);
  await waitForFonts(page);
  await getDocuments(page)[0]?.locator(selector).first().click();
}

/** A font that arrives after a page turn moves the text, maybe back to the page before or away from the end. */
export async function waitForFonts(page: Page): Promise<void> {
  const areLoaded = (frame: Frame) =>
    frame.evaluate(() => document.fonts.status === "loaded").catch(() => false);
  await expect
    .poll(async () => (await Promise.all(getDocuments(page).map(areLoaded))).every(Boolean))
    .toBe(true);
}

/** The first sentence on the page. */
export async function findSentence(page: Page): Promise<string> {
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s\d+-\d+$/);
  return (await getTextRegion(page).getAttribute("data-sentence")) ?? "";
}

export async function turnPage(page: Page, key: string): Promise<string> {
  await waitForFonts(page);
  const before = await findSentence(page);
  await page.keyboard.press(key);
  await expect(getTextRegion(page)).not.toHaveAttribute("data-sentence", before);
  return findSentence(page);
}

export async function goToChapter(page: Page, name: RegExp): Promise<void> {
  await page.keyboard.press("t");
  await page.getByRole("dialog", { name: "Contents" }).getByRole("button", { name }).click();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(getProgressRegion(page)).toContainText(name);
}

export async function isOnPage(page: Page, sentence: string): Promise<boolean> {
  const [frame] = getDocuments(page);
  // Playwright's own boxes are wrong for elements after a column break.
  const box = await frame?.locator(`#${sentence}`).evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });
  const origin = await (await frame?.frameElement())?.boundingBox();
  const size = page.viewportSize();
  if (!box || !origin || !size) return false;
  return (
    origin.x + box.left < size.width &&
    origin.x + box.right > 0 &&
    origin.y + box.top < size.height &&
    origin.y + box.bottom > 0
  );
}

let serial = 0;

export async function createSmallEpub(
  chapters: readonly { readonly title: string; readonly body: string }[],
  input: Partial<DemoText> = {},
): Promise<string> {
  const number = ++serial;
  const file = path.join(mkdtempSync(path.join(tmpdir(), "maktaba-epub-")), `small-${number}.epub`);
  await writeEpub(
    {
      identifier: `urn:maktaba:e2e:${process.pid}-${number}-${performance.now()}`,
      title: `A small book ${number}`,
      author: "Somebody",
      language: "en",
      direction: "ltr",
      publisher: "",
      rights: "",
      pictures: [],
      chapters: chapters.map(({ title, body }, index) => ({
        name: `ch${index + 1}`,
        title,
        body: `<h1>${title}</h1>${body}`,
      })),
      ...input,
    },
    file,
  );
  return file;
}

/** Different paragraphs that fill pages. */
export function createParagraphs(
  count: number,
  words = "The caravan went on by the stars and rested by day.",
): string {
  return Array.from(
    { length: count },
    (_, n) => `<p>Paragraph ${n + 1}. ${words} Nobody counted the wells. So the story goes.</p>`,
  ).join("");
}
