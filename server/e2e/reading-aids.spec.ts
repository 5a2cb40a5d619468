import { expect, type Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { BookId } from "#shared/books/book.ts";
import { ebooks } from "#server/db/schema/books/formats.ts";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import {
  clickInBook,
  createParagraphs,
  createSmallEpub,
  findSentence,
  getDocuments,
  isOnPage,
  openBook,
  turnPage,
} from "./support/reading.ts";

const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="200" height="200" viewBox="0 0 10 10"><title>A circle</title><circle cx="5" cy="5" r="4"/></svg>`;
const createBook = () => createSmallEpub([{ title: "The well", body: `${picture}${createParagraphs(60)}` }]);

const setReading = async (page: Page, settings: object) => {
  const headers = { Origin: process.env["E2E_ORIGIN"] ?? "" };
  const reply = await page.request.put("/api/user/reader-settings", { data: settings, headers });
  expect(reply.ok()).toBe(true);
};

const getTop = (page: Page) =>
  getDocuments(page)[0]
    ?.locator("p")
    .first()
    .boundingBox()
    .then((box) => box?.y ?? 0);

test("the text scrolls by itself until the reader does something", async ({
  make,
  importSample,
  openPage,
}) => {
  const page = await openPage(await make.user());
  await setReading(page, { flow: "scrolled" });
  await openBook(page, await importSample(await createBook()));
  const start = (await getTop(page)) ?? 0;

  await page.keyboard.press("a");
  const bar = page.getByRole("status").filter({ hasText: /^Auto-scroll/ });
  await expect(bar).toContainText("words a minute");
  await expect.poll(() => getTop(page)).toBeLessThan(start - 5);
  await page.mouse.move(400, 400);
  await page.mouse.wheel(0, 10);
  await expect(bar).toContainText("Auto-scroll paused");
  await bar.getByRole("button", { name: "Stop" }).click();
  await expect(bar).toBeHidden();
});

test("a picture opens large and is zoomed", async ({ make, importSample, openPage }) => {
  const page = await openPage(await make.user());
  await openBook(page, await importSample(await createBook()));

  await clickInBook(page, "svg.mk-zoom");
  const dialog = page.getByRole("dialog");
  const getWidth = async () => (await dialog.locator('[style*="scale("]').boundingBox())?.width ?? 0;
  await expect(dialog.getByRole("button", { name: "Zoom in" })).toBeVisible();
  const width = await getWidth();
  await dialog.getByRole("button", { name: "Zoom in" }).click();
  await expect.poll(getWidth).toBeGreaterThan(width);
  expect(await getViolations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(dialog).toBeHidden();
});

test("the pages of the printed book are found by their number", async ({
  services,
  make,
  importSample,
  openPage,
}) => {
  const bookId = BookId.parse(await importSample(await createBook()));
  await services.db
    .update(ebooks)
    .set({
      pages: [
        ["213", 0, 0],
        ["214", 0, 40],
        ["215", 0, 120],
      ],
    })
    .where(eq(ebooks.bookId, bookId));
  const page = await openPage(await make.user());
  await openBook(page, bookId);

  await page.keyboard.press("g");
  const dialog = page.getByRole("dialog", { name: "Go to position" });
  await dialog.getByLabel("Printed page (213–215)").fill("999");
  await page.keyboard.press("Enter");
  await expect(dialog).toContainText("The book has no page with this number.");
  await dialog.getByLabel("Printed page (213–215)").fill("215");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  // The page starts before the printed one.
  await expect(page.getByText("p. 214")).toBeVisible();
  expect(await isOnPage(page, "s0-120")).toBe(true);
});

test.describe("pages turn", () => {
  for (const [pageTurn, reducedMotion] of [
    ["fade", "no-preference"],
    ["none", "no-preference"],
    ["slide", "reduce"],
  ] as const) {
    test(`with ${pageTurn}, motion ${reducedMotion}`, async ({ make, importSample, openPage }) => {
      const page = await openPage(await make.user());
      await page.emulateMedia({ reducedMotion });
      await setReading(page, { flow: "paginated", pageTurn });
      await openBook(page, await importSample(await createBook()));
      const first = await findSentence(page);
      await turnPage(page, "ArrowRight");
      await turnPage(page, "ArrowLeft");
      await expect.poll(() => findSentence(page)).toBe(first);
    });
  }
});
