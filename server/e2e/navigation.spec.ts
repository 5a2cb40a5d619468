import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { waitForAnimations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

const bookCount = 64;

const getTop = (page: Page, title: string) =>
  page
    .getByRole("link", { name: title, exact: true })
    .evaluate((link) => Math.round(link.getBoundingClientRect().top));

test("returning from a book restores the scroll position three pages down", async ({
  services,
  openPage,
}) => {
  const author = `Wandering Author ${randomUUID()}`;
  for (let n = 1; n <= bookCount; n++) {
    const title = `Wandering ${String(n).padStart(2, "0")}`;
    await createPublishedBook(services, { title, authors: [author], hasEbook: true });
  }
  const page = await openPage(null, { viewport: { width: 1280, height: 800 } });
  await page.goto(`/browse?author=${encodeURIComponent(author)}&sortBy=title&sortOrder=asc`);
  await expect(page.getByText(`${bookCount} books`)).toBeVisible();
  await expectScrollRestored(page, "Wandering 60", "/api/books");
});

test("returning from a book restores the scroll position below the tabs of the library", async ({
  services,
  make,
  openPage,
}) => {
  const reader = await make.user();
  for (let n = 1; n <= 40; n++) {
    const { id: bookId } = await make.book({ title: `Shelved ${String(n).padStart(2, "0")}` });
    await services.db.insert(libraryEntries).values({ userId: reader.id, bookId, status: "want-to-read" });
  }
  const page = await openPage(reader, { viewport: { width: 390, height: 800 } });
  await page.goto("/library?sort=title");
  await expectScrollRestored(page, "Shelved 36", "/api/user/library");
});

/** Scrolls until a book of a later page is loaded, opens it, and returns to the same place without a request. */
async function expectScrollRestored(page: Page, title: string, listPath: string): Promise<void> {
  const link = page.getByRole("link", { name: title, exact: true });
  await expect(async () => {
    await page.mouse.wheel(0, 2_000);
    await expect(link).toBeAttached({ timeout: 500 });
    // A short list loads its second page before it can scroll.
    expect(await page.evaluate(() => scrollY)).toBeGreaterThan(0);
  }).toPass();
  const waitForSavedScroll = () =>
    page.waitForFunction(() =>
      sessionStorage.getItem("scroll-positions")?.includes(`:${Math.round(scrollY)}`),
    );
  await waitForSavedScroll();
  await link.scrollIntoViewIfNeeded();
  await expect(link).toBeInViewport();
  await waitForSavedScroll();
  const before = await getTop(page, title);
  let requestCount = 0;
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === listPath) requestCount++;
  });

  await link.click();
  await expect(page.getByRole("heading", { level: 1, name: title })).toBeVisible();
  await page.goBack();

  await expect(link).toBeInViewport();
  await expect.poll(() => getTop(page, title)).toBe(before);
  expect(requestCount).toBe(0);
}

test("controls stay clear of the camera of a phone in landscape", async ({
  make,
  openPage,
  importDemoBook,
}) => {
  const [width, inset] = [844, 47];
  const page = await openPage(await make.user(), { viewport: { width, height: 390 }, hasTouch: true });
  const session = await page.context().newCDPSession(page);
  await session.send("Emulation.setSafeAreaInsetsOverride", { insets: { left: inset, right: inset } });
  const expectClear = async () => {
    const boxes = await page
      .locator("a[href], button, input")
      .filter({ visible: true })
      .evaluateAll((controls) =>
        controls.map((control) => {
          const { left, right, bottom, width: controlWidth } = control.getBoundingClientRect();
          const isShown = controlWidth > 1 && bottom > 0;
          return { name: control.outerHTML.slice(0, 120), left, right, isShown };
        }),
      );
    expect(boxes.length).toBeGreaterThan(3);
    expect(
      boxes.filter(({ left, right, isShown }) => isShown && (left < inset || right > width - inset)),
    ).toEqual([]);
  };

  await page.goto("/browse");
  const menu = page.getByRole("button", { name: /menu/i });
  await expect(menu).toBeVisible();
  await expectClear();
  await menu.click();
  await expect(page.getByRole("dialog")).toBeVisible();
  await waitForAnimations(page);
  await expectClear();
  await page.goto(`/read/${await importDemoBook("five-daily-prayers")}`);
  await expect(page.getByRole("button", { name: "Contents" })).toBeVisible();
  await expectClear();
});
