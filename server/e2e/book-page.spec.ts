import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { eq } from "drizzle-orm";
import { eventStreams } from "#shared/events/contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { bookTasks } from "#server/db/schema/system/tasks.ts";
import { createCover } from "#server/features/book-import/tasks.ts";
import { redirectToBook } from "#server/features/books/service.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import { getProgressRegion, getTextRegion, getVisibleText } from "./support/reading.ts";

/** Focuses an element with the Tab key, and presses a key. */
async function tabTo(page: Page, role: Parameters<Page["getByRole"]>[0], name: RegExp, key: string) {
  const target = page.getByRole(role, { name }).first();
  await expect(target).toBeEnabled();
  for (let pressCount = 0; pressCount < 80; pressCount++) {
    if (await target.evaluate((element) => element === document.activeElement)) {
      return page.keyboard.press(key);
    }
    await page.keyboard.press("Tab");
  }
  throw new Error(`The keyboard never came to ${role} ${name}.`);
}

test("a reader reviews a book by keyboard; another sees it with its spoilers hidden", async ({
  make,
  importDemoBook,
  openPage,
}) => {
  const bookId = await importDemoBook("forty-mornings");
  const writer = await openPage(await make.user({ firstName: "Amina", lastName: "Rahman" }));
  await writer.goto(`/book/${bookId}`);

  await tabTo(writer, "radio", /^0\.5 stars?$/, "ArrowRight");
  await expect(writer.getByRole("button", { name: "Write a review" })).toBeVisible();
  await tabTo(writer, "button", /Write a review/, "Enter");
  await writer.getByRole("textbox", { name: "Your review" }).focus();
  await writer.keyboard.type("He gets up on the fortieth.");
  await tabTo(writer, "checkbox", /contains spoilers/i, "Space");
  const saved = waitForReply(writer, libraryContract.saveRating);
  await tabTo(writer, "button", /^Save$/, "Enter");
  await saved;

  const other = await openPage(await make.user());
  await other.goto(`/book/${bookId}`);
  await expect(other.getByText("Amina R.")).toBeVisible();
  await expect(other.getByText("1 rating", { exact: true })).toBeVisible();
  await expect(other.locator("article header").getByText("1.0", { exact: true })).toBeVisible();
  await expect(other.getByText("He gets up on the fortieth.")).toHaveCount(0);
  await other.getByRole("button", { name: /contains spoilers/i }).click();
  await expect(other.getByText("He gets up on the fortieth.")).toBeVisible();
});

test("a book is added to the library and restored after removal, by keyboard", async ({ make, openPage }) => {
  const { id } = await make.book({ hasEbook: true });
  const page = await openPage(await make.user());
  const getStatus = async () => {
    const book = await page.request.get(`/api/books/${id}`);
    return ((await book.json()) as { myEntry: { status: string } | null }).myEntry?.status ?? null;
  };
  await page.goto(`/book/${id}`);

  const chooseItem = async (name: string, key: string) => {
    const menuItem = page.getByRole("menuitem", { name }).or(page.getByRole("menuitemradio", { name }));
    await expect(page.getByRole("menu")).toBeVisible();
    await page.keyboard.press(key);
    await expect(menuItem).toBeFocused();
    await page.keyboard.press("Enter");
  };

  await tabTo(page, "button", /Add to library/, "Enter");
  await chooseItem("Want to read", "Home");
  await expect.poll(getStatus).toBe("want-to-read");
  await tabTo(page, "button", /^Want to read/, "Enter");
  await chooseItem("Remove from library", "End");
  await expect.poll(getStatus).toBeNull();
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("Enter");
  await expect.poll(getStatus).toBe("want-to-read");
});

test("a contents entry opens the reader there, and saves no position until reading on", async ({
  make,
  importSample,
  openPage,
}) => {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-book-page-"));
  const chapters = Array.from(
    { length: 12 },
    (_, n) => `<p>${`Morning ${n + 1} begins here. `.repeat(150)}</p>`,
  );
  await writeSmallEpub(path.join(folder, "book.epub"), { title: "Twelve Mornings", chapters });
  const bookId = await importSample(path.join(folder, "book.epub"));
  rmSync(folder, { recursive: true });
  const page = await openPage(await make.user());
  const positionWrites: string[] = [];
  page.on("request", (request) => {
    const isPosition = /\/(position|locator)/.test(new URL(request.url()).pathname);
    if (isPosition && request.method() !== "GET") positionWrites.push(request.url());
  });
  await page.goto(`/book/${bookId}`);

  await page.getByRole("button", { name: "Show all 12 chapters" }).click();
  await page.getByRole("link", { name: "Chapter 9", exact: true }).click();

  await expect(getProgressRegion(page)).toBeVisible({ timeout: 20_000 });
  await expect.poll(() => getVisibleText(page)).toContain("Morning 9 begins here.");
  expect(positionWrites).toEqual([]);
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /./);
  const saved = waitForReply(page, positionsContract.savePositions);
  await page.keyboard.press("ArrowRight");
  await saved;
  await expect(page).toHaveURL(new RegExp(`/read/${bookId}$`));
});

test("an old URL redirects to the new book page", async ({ services, make, openPage }) => {
  const { id, title } = await make.book();
  await redirectToBook(services, "shelf 17/ب", id);
  const page = await openPage(null);

  await page.goto(`/book/${encodeURIComponent("shelf 17/ب")}`);

  await expect(page).toHaveURL(new RegExp(`/book/${id}$`));
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
});

test("a draft's page updates as its import ends, for its owner only", async ({
  services,
  make,
  openPage,
}) => {
  const owner = await make.user({ isAuthor: true });
  const { id } = await make.book({ state: "draft", title: "A Draft", ownerId: owner.id, hasEbook: true });
  const page = await openPage(owner);
  await services.db
    .insert(bookTasks)
    .values({ bookId: id, name: "cover", storageKey: "draft-picture/00/lost.bin" });
  const live = waitForReply(page, eventStreams.getEvents);
  await page.goto(`/book/${id}?preview=basic`);
  await live;
  const cover = page.getByRole("listitem").filter({ hasText: "Cover" });
  await expect(cover).toHaveText(/queued/);

  await services.jobs.add(createCover, { bookId: id });

  await expect(cover).toHaveText(/failed: the image file is missing/);
  await services.db.update(bookTasks).set({ storageKey: null }).where(eq(bookTasks.bookId, id));
  await services.jobs.add(createCover, { bookId: id });
  await expect(cover).toHaveText(/ready$/);
  const guest = await openPage(null);
  await guest.goto(`/book/${id}?preview=basic`);
  await expect(guest.getByRole("heading", { name: "404 Page Not Found" })).toBeVisible();
});
