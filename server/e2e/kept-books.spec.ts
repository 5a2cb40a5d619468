import { expect, type Page } from "@playwright/test";
import { makeAudiobook } from "#server/testing/books/audiobook.ts";
import { watchAudio } from "./support/audio.ts";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { lookUp } from "./support/look-up.ts";
import { cacheShell, goOffline, goOnline, phone } from "./support/offline.ts";
import { createSmallEpub, getTextRegion, openBook } from "./support/reading.ts";

async function keep(page: Page, bookId: string): Promise<void> {
  await cacheShell(page, `/book/${bookId}`);
  await page.getByRole("button", { name: "Keep offline" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Download" }).click();
  // It stores all screens of the app too.
  await expect(page.getByRole("link", { name: "Kept offline" })).toBeVisible({ timeout: 60_000 });
}

/** Highlights a sentence with the keyboard. */
async function highlight(page: Page): Promise<void> {
  await expect(async () => {
    await page.keyboard.press("v");
    await expect(page.getByRole("toolbar", { name: "Selected text" })).toBeVisible({ timeout: 1_000 });
  }).toPass();
  await page.keyboard.press("h");
  await expect(page.getByRole("toolbar", { name: "Selected text" })).toBeHidden();
}

/** The caches of kept books, without the app. */
const listKeptCaches = (page: Page) =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("kept-")));

/** The names of what is in the storages of the device. */
const listStored = (page: Page) =>
  page.evaluate(async () => [
    ...Object.keys(localStorage),
    ...(await indexedDB.databases()).map(({ name }) => name),
  ]);

test("a kept book opens and is read without a network, and signing out removes it", async ({
  make,
  importDemoBook,
  openPage,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const page = await openPage(await make.user(), phone);
  await keep(page, bookId);
  await goOffline(page);

  await page.goto("/library?view=downloads");
  await expect(page.getByRole("status").filter({ hasText: "You appear to be offline." })).toBeVisible();
  expect(await getViolations(page)).toEqual([]);
  await page.getByRole("link", { name: /^Read/ }).click();
  await expect(getTextRegion(page)).toBeVisible();
  await highlight(page);
  await page.goto(`/book/${bookId}`);
  await expect(page.getByRole("heading", { level: 1, name: "Letters from the Road" })).toBeVisible();

  await goOnline(page);
  await page.goto(`/read/${bookId}`);
  const countMarks = async () =>
    (await (await page.request.get(`/api/books/${bookId}/marks`)).json()).marks.length;
  await expect.poll(countMarks).toBe(1);
  await page.goto("/library");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(await listKeptCaches(page)).toEqual([]);
});

test("a kept audiobook plays and continues without a network", async ({ services, make, openPage }) => {
  const book = await makeAudiobook(services, [{ chapters: [300] }, { chapters: [60] }]);
  const page = await openPage(await make.user(), phone);
  const audio = await watchAudio(page);
  await keep(page, book.id);
  await goOffline(page);
  await page.goto(`/book/${book.id}`);

  await page.getByRole("button", { name: "Chapter 2" }).click();
  await expect.poll(() => audio.time()).toBeGreaterThan(1);
  await expect(page.getByRole("region", { name: "Player" })).toContainText("Chapter 2");
  await page.goto(`/book/${book.id}`);
  await page.getByRole("button", { name: /^(Listen|Continue listening)$/ }).click();

  await expect(page.getByRole("region", { name: "Player" })).toContainText("Chapter 2");
  await expect.poll(() => audio.time()).toBeGreaterThan(0.5);
});

test("another account of the device is not served what the first one kept", async ({
  make,
  services,
  openPage,
  baseURL,
}) => {
  const book = await makeAudiobook(services, [{ chapters: [60] }]);
  const page = await openPage(await make.user(), phone);
  await keep(page, book.id);

  const other = await openPage(await make.user());
  await page.context().clearCookies();
  await page.context().addCookies(await other.context().cookies(baseURL));
  await page.goto("/library?view=downloads");
  await expect(page.getByText("No books on this device")).toBeVisible();

  await expect.poll(() => page.evaluate(async () => (await caches.has("kept-account")) === false)).toBe(true);
  await goOffline(page);
  const answer = await page.evaluate(
    (id) =>
      fetch(`/api/books/${id}/playlist`).then(
        () => "served",
        () => "no answer",
      ),
    book.id,
  );
  expect(answer).toBe("no answer");
});

test("signing out without a network deletes what the device has, and the session ends at the next contact", async ({
  make,
  importDemoBook,
  openPage,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const page = await openPage(await make.user(), phone);
  await keep(page, bookId);
  await goOffline(page);
  await page.goto(`/read/${bookId}`);
  await expect(getTextRegion(page)).toBeVisible();
  await highlight(page);
  await page.goto("/library?view=downloads");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  const question = page.getByRole("dialog", { name: "Delete unsent changes?" });
  await expect(question).toContainText("You are offline.");
  expect(await getViolations(page)).toEqual([]);
  await question.getByRole("button", { name: "Delete and sign out" }).click();

  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  expect(new URL(page.url()).pathname).toBe("/");
  expect(await listKeptCaches(page)).toEqual([]);
  expect(await listStored(page)).toEqual(["maktaba.signOut"]);
  await page.goto(`/library`);
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();

  await goOnline(page);
  const session = await page.evaluate(async () => (await fetch("/api/auth/user")).status);
  expect(session).toBe(401);
  await page.goto("/library");
  await expect(page.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await expect.poll(() => listStored(page)).not.toContain("maktaba.signOut");
});

test("a kept book is searched, looked up and marked without a network; the notebook and the vocabulary show it", async ({
  make,
  importSample,
  openPage,
}) => {
  const body = "<p>The isnad came first. Two old lamps were lit.</p>";
  const bookId = await importSample(await createSmallEpub([{ title: "The lamp", body }]));
  const page = await openPage(await make.user(), phone);
  await keep(page, bookId);
  await goOffline(page);
  await openBook(page, bookId);

  await page.keyboard.press("/");
  const search = page.getByRole("dialog", { name: "Search" });
  await search.getByRole("searchbox").fill("lamps old");
  await expect(search.getByRole("button", { name: /Two old lamps were lit/ })).toBeVisible();
  await page.keyboard.press("Escape");
  const panel = await lookUp(page, "lamps");
  await expect(panel.getByRole("heading", { name: "lamp", exact: true })).toBeVisible();
  await panel.getByRole("button", { name: "Save word" }).click();
  await expect(panel.getByRole("status").filter({ hasText: "online" })).toBeVisible();
  await page.keyboard.press("Escape");
  await openBook(page, bookId);
  await highlight(page);

  await page.goto("/library?view=notebook");
  const unsent = page.getByRole("region", { name: "Not sent yet" });
  await expect(unsent.getByText("The lamp")).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(await getViolations(page)).toEqual([]);
  await page.goto("/library/vocabulary");
  await expect(unsent.getByRole("heading", { name: /lamps/ })).toBeVisible();
  expect(await getViolations(page)).toEqual([]);

  await goOnline(page);
  await expect(unsent).toHaveCount(0);
  await expect(page.getByRole("heading", { name: /lamps/ })).toBeVisible();
});

test("a status that is changed without a network shows after a reload and arrives later", async ({
  make,
  importDemoBook,
  openPage,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const page = await openPage(await make.user(), phone);
  await keep(page, bookId);
  await goOffline(page);
  await page.goto(`/book/${bookId}`);
  const openStatus = (name: string) => page.getByRole("main").getByRole("button", { name, exact: true });

  const paused = page
    .getByRole("menuitemradio", { name: "Paused" })
    .or(page.getByRole("menuitem", { name: "Paused" }));
  // The menu sometimes closes by itself on a busy machine.
  await expect(async () => {
    if (!(await paused.isVisible())) await openStatus("Add to library").click({ timeout: 2_000 });
    await paused.click({ timeout: 2_000 });
  }).toPass();
  await expect(openStatus("Paused")).toBeVisible();
  const keptStatus = () =>
    page.evaluate(async (url) => (await (await fetch(url)).json()).myEntry?.status, `/api/books/${bookId}`);
  await expect.poll(keptStatus).toBe("paused");
  await page.goto("/library?view=downloads");
  const changes = page.getByRole("region", { name: "Changes made offline" });
  await expect(changes).toContainText("Paused");
  expect(await getViolations(page)).toEqual([]);
  await page.goto(`/book/${bookId}`);
  await expect(openStatus("Paused")).toBeVisible();

  await goOnline(page);
  const readStatus = async () =>
    (await (await page.request.get(`/api/books/${bookId}`)).json()).myEntry?.status;
  await expect.poll(readStatus).toBe("paused");
  await page.goto("/library?view=downloads");
  await expect(page.getByRole("heading", { name: "Storage" })).toBeVisible();
  await expect(changes).toHaveCount(0);
});

test("the page of a book that is not kept offers neither text nor audio without a network", async ({
  make,
  importDemoBook,
  openPage,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const page = await openPage(await make.user(), phone);
  await cacheShell(page, `/book/${bookId}`);
  await expect(page.getByRole("button", { name: "Keep offline" })).toBeVisible();
  await goOffline(page);

  await expect(page.getByText("You are offline, and this book is not on this device.")).toBeVisible();
  await expect(page.getByRole("link", { name: /^Read/ })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /^Listen/ })).toHaveCount(0);
  expect(await getViolations(page)).toEqual([]);
  await goOnline(page);
  await expect(page.getByRole("link", { name: /^Read/ })).toBeVisible();
});
