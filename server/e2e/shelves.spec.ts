import { expect, type Page } from "@playwright/test";
import { shelfBooks } from "#server/db/schema/reading/shelves.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

const listTitles = (page: Page) => page.locator("main li h3").allTextContents();

test("a shelf is made on a card, ordered by keys and mouse, shared and followed", async ({
  services,
  make,
  openPage,
}) => {
  const name = `Winter ${Date.now()}`;
  const titles = ["Amber", "Birch", "Cedar"].map((word) => `${word} ${Date.now()}`);
  const books = [];
  for (const title of titles) books.push(await createPublishedBook(services, { title }));
  const [amber = "", birch = "", cedar = ""] = titles;
  const page = await openPage(await make.user());

  await page.goto(`/browse?search=${encodeURIComponent(amber)}`);
  await page.getByRole("link", { name: amber }).first().hover();
  await page.getByRole("button", { name: `More for ${amber}` }).click();
  await page.getByRole("menuitem", { name: "Add to shelf…" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("button", { name: "New shelf" }).click();
  await dialog.getByLabel("Name").fill(name);
  await dialog.getByLabel("Who can see it").selectOption("Everyone");
  expect(await getViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create shelf" }).click();
  await expect(dialog.getByRole("checkbox", { name })).toBeChecked();
  await dialog.getByRole("button", { name: "Done" }).click();

  await page.goto(`/book/${books[1]?.id}`);
  await page.getByRole("button", { name: "Add to shelf…" }).click();
  await dialog.getByRole("checkbox", { name }).click();
  await expect(dialog.getByRole("checkbox", { name })).toBeChecked();
  await page.goto("/library?view=shelves");
  await expect(page.getByText("2 books")).toBeVisible();
  expect(await getViolations(page)).toEqual([]);
  await page.getByRole("link", { name }).click();
  await page.waitForURL("**/shelves/*");
  const shelfId = page.url().split("/").at(-1) as never;
  const bookId = books[2]?.id as never;
  await services.db.insert(shelfBooks).values({ shelfId, bookId, position: 3, addedAt: new Date() });
  await page.reload();
  await expect.poll(() => listTitles(page)).toEqual([amber, birch, cedar]);
  expect(await getViolations(page)).toEqual([]);

  await page.getByRole("button", { name: `Move ${cedar}` }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(page.getByText(`${cedar} is now number 2 of 3.`)).toBeAttached();
  await page.keyboard.press("ArrowUp");
  await expect.poll(() => listTitles(page)).toEqual([cedar, amber, birch]);

  const handle = page.getByRole("button", { name: `Move ${birch}` });
  await handle.hover();
  await page.mouse.down();
  const top = await page.getByRole("button", { name: `Move ${cedar}` }).boundingBox();
  await page.mouse.move(top?.x ?? 0, (top?.y ?? 0) - 60, { steps: 5 });
  await page.mouse.up();
  await expect.poll(() => listTitles(page)).toEqual([birch, cedar, amber]);
  await expect
    .poll(async () => {
      const reply = await page.request.get(`/api/shelves/${shelfId}/books`);
      return (await reply.json()).books.map(({ book }: { book: { title: string } }) => book.title);
    })
    .toEqual([birch, cedar, amber]);

  const guest = await openPage(null);
  await guest.goto(`/shelves/${shelfId}`);
  await expect(guest.getByRole("heading", { name })).toBeVisible();
  await expect.poll(() => listTitles(guest)).toEqual([birch, cedar, amber]);
  await expect(guest.getByRole("button", { name: `Move ${birch}` })).toHaveCount(0);
  const picture = await guest.request.get(`/api/shelves/${shelfId}/image.jpg`);
  expect(picture.headers()["content-type"]).toBe("image/jpeg");

  const follower = await openPage(await make.user());
  await follower.goto(`/shelves/${shelfId}`);
  await follower.getByRole("button", { name: "Follow" }).click();
  await expect(follower.getByRole("button", { name: "Following" })).toBeVisible();
  await expect(follower.getByText("1 follower")).toBeVisible();
  expect(await getViolations(follower)).toEqual([]);
});
