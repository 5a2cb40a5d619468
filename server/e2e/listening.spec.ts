import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { libraryContract } from "#shared/library/contract.ts";
import { playerContract } from "#shared/player/contract.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { makeAudiobook } from "#server/testing/books/audiobook.ts";
import { samplesFolder } from "#server/testing/books/samples.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { watchAudio } from "./support/audio.ts";
import { test, waitForNewPosition, waitForReply } from "./support/fixtures.ts";
import { createParagraphs, createSmallEpub, getTextRegion, turnPage } from "./support/reading.ts";

const getPlayer = (page: Page) => page.getByRole("region", { name: "Player" });
const getListenButton = (page: Page) => page.getByRole("button", { name: /^(Listen|Continue listening)$/ });

/** A file of the shared samples; null where they are absent. */
function readSample(name: string): Buffer | null {
  const file = path.join(samplesFolder, name);
  return existsSync(file) ? readFileSync(file) : null;
}

/** Opens a book's page and presses Listen. */
async function pressListen(page: Page, bookId: string) {
  await page.goto(`/book/${bookId}`);
  await getListenButton(page).click();
}

async function startListening(page: Page, bookId: string) {
  await pressListen(page, bookId);
  await expect(getPlayer(page).getByRole("button", { name: "Pause" })).toBeVisible();
}

/** Moves the slider to a second of the chapter. */
async function seekTo(page: Page, second: number) {
  const slider = getPlayer(page).getByRole("slider", { name: "Position in chapter" });
  await slider.focus();
  await page.keyboard.press("Home");
  for (let at = 0; at < second; at += 5) await page.keyboard.press("ArrowRight");
}

async function getStoredSecond(page: Page, bookId: string): Promise<number> {
  const { current } = await (await page.request.get(`/api/positions/${bookId}`)).json();
  return current?.locator.offset;
}

const waitForSave = (page: Page) => waitForReply(page, positionsContract.savePositions);

test("a book plays file after file, nearly without gaps, to its end", async ({
  services,
  make,
  openPage,
}) => {
  const reader = await make.user();
  const book = await makeAudiobook(services, [{ chapters: [2] }, { chapters: [2] }, { chapters: [2] }]);
  const page = await openPage(reader);
  const audio = await watchAudio(page);

  await pressListen(page, book.id);

  await expect(getPlayer(page)).toContainText("You finished listening");
  const gaps = await audio.listGaps();
  test.info().annotations.push({ type: "silence between files, ms", description: gaps.join(", ") });
  expect(gaps).toHaveLength(2);
  expect(Math.min(...gaps)).toBeLessThanOrEqual(130);

  await Promise.all([
    waitForReply(page, libraryContract.saveEntry),
    getPlayer(page).getByRole("button", { name: "Mark as finished" }).click(),
  ]);
  const { current } = await (await page.request.get(`/api/positions/${book.id}`)).json();
  expect(current.locator).toMatchObject({ chapter: 3, fraction: 1 });
});

test("chapters of one file follow each other by time", async ({ services, make, openPage }) => {
  const reader = await make.user();
  const book = await makeAudiobook(services, [{ chapters: [2, 2, 2] }]);
  const page = await openPage(reader);
  const audio = await watchAudio(page);

  await pressListen(page, book.id);
  await expect(getPlayer(page)).toContainText("Chapter 3");
  await expect(getPlayer(page)).toContainText("You finished listening");

  // Playing is also reported after a wait for data.
  const stops = (await audio.events()).filter((event) => event !== "playing");
  expect(stops).toEqual(["pause", "ended"]);
  expect(await audio.listGaps()).toEqual([]);
});

test("the player is there again after a reload, paused at its second", async ({
  services,
  make,
  openPage,
}) => {
  const book = await makeAudiobook(services, [{ chapters: [60] }, { chapters: [60] }]);
  const phone = await openPage(await make.user(), { viewport: { width: 390, height: 844 } });
  const audio = await watchAudio(phone);
  await startListening(phone, book.id);
  await getPlayer(phone).getByRole("button", { name: "Open the player" }).click();
  const sheet = phone.getByRole("dialog", { name: "Player" });
  await sheet.getByRole("button", { name: "Next chapter" }).click();
  await sheet.getByRole("button", { name: "Forward 30 seconds" }).click();
  await expect(sheet.getByRole("slider", { name: "Position in chapter" })).toHaveAttribute(
    "aria-valuetext",
    /0:3\d/,
  );
  await phone.goto("/");

  await phone.reload();

  await expect(getPlayer(phone).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(getPlayer(phone)).toContainText("Chapter 2");
  await expect.poll(audio.time).toBeGreaterThanOrEqual(30);
  expect(await audio.events()).not.toContain("playing");
});

test("a reader continues listening on another device, at the same second", async ({
  services,
  make,
  openPage,
}) => {
  const reader = await make.user();
  const book = await makeAudiobook(services, [{ chapters: [60] }, { chapters: [60] }]);

  const phone = await openPage(reader, { viewport: { width: 390, height: 844 } });
  await startListening(phone, book.id);
  await getPlayer(phone).getByRole("button", { name: "Open the player" }).click();
  const sheet = phone.getByRole("dialog", { name: "Player" });
  await sheet.getByRole("button", { name: "Next chapter" }).click();
  await expect(sheet).toContainText("Chapter 2");
  await sheet.getByRole("button", { name: "Forward 30 seconds" }).click();
  await Promise.all([waitForNewPosition(phone), sheet.getByRole("button", { name: "Pause" }).click()]);

  const tablet = await openPage(reader);
  await tablet.goto(`/book/${book.id}`);
  await tablet.getByRole("button", { name: "Continue listening" }).click();

  await expect(getPlayer(tablet)).toContainText("Chapter 2");
  const at = getPlayer(tablet).getByRole("slider", { name: "Position in chapter" });
  await expect.poll(async () => Number(await at.getAttribute("aria-valuenow"))).toBeGreaterThanOrEqual(30);
});

test("a page closed during playback has saved its position", async ({ services, make, openPage }) => {
  const reader = await make.user();
  const book = await makeAudiobook(services, [{ chapters: [60] }]);
  const page = await openPage(reader);
  const audio = await watchAudio(page);
  await startListening(page, book.id);
  await expect.poll(audio.time).toBeGreaterThan(3);

  await page.goto("/robots.txt");

  await expect.poll(() => getStoredSecond(page, book.id)).toBeGreaterThan(2);
});

test("a page closed without time to save is saved by the next one", async ({ services, make, openPage }) => {
  const reader = await make.user();
  const book = await makeAudiobook(services, [{ chapters: [60] }]);
  const page = await openPage(reader);
  const audio = await watchAudio(page);
  await startListening(page, book.id);
  await expect.poll(audio.time).toBeGreaterThan(4);

  // On a navigation to another site Chromium waits half a second for the page.
  await page.evaluate(() => {
    setTimeout(() => {
      for (const end = performance.now() + 4_000; performance.now() < end; );
    });
  });
  await page.goto("about:blank");
  await page.goto(`/book/${book.id}`);

  await expect.poll(() => getStoredSecond(page, book.id)).toBeGreaterThan(2);
});

test("an M4B plays by its chapters", async ({ services, make, openPage }) => {
  const content = readSample("audio/books/moby-dick_excerpt.m4b");
  test.skip(content === null, "the sample files are missing");
  const reader = await make.user();
  const recording = { content: content ?? Buffer.alloc(0), mediaType: "audio/mp4" };
  const book = await makeAudiobook(services, [{ chapters: [29.3, 21.2, 37.5, 18.5], recording }]);
  const page = await openPage(reader);
  const audio = await watchAudio(page);
  await startListening(page, book.id);

  await getPlayer(page).getByRole("button", { name: "Chapters" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /Chapter 3/ })
    .click();
  await page.keyboard.press("Escape");

  await expect(getPlayer(page)).toContainText("Chapter 3");
  await expect.poll(audio.time).toBeGreaterThan(51);
  expect(await audio.time()).toBeLessThan(88);
});

test("it continues on every screen, and its keys work there", async ({ services, make, openPage }) => {
  const reader = await make.user();
  const book = await makeAudiobook(services, [{ chapters: [60] }]);
  const page = await openPage(reader);
  const audio = await watchAudio(page);
  await startListening(page, book.id);

  await page.getByRole("link", { name: "My Library" }).first().click();
  await expect(page).toHaveURL(/\/library$/);
  await expect(getPlayer(page).getByRole("button", { name: "Pause" })).toBeVisible();
  const before = await audio.time();
  await expect.poll(audio.time).toBeGreaterThan(before);

  await page.locator("h1").click();
  await page.keyboard.press("k");
  await expect(getPlayer(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await page.keyboard.press("ArrowRight");
  await expect.poll(audio.time).toBeGreaterThan(29);
  await page.keyboard.press("Shift+>");
  await expect(getPlayer(page).getByRole("button", { name: "Speed 1.1×" })).toBeVisible();
  await page.keyboard.press("m");
  await expect(getPlayer(page).getByRole("button", { name: "Unmute" })).toBeVisible();
});

test("it continues below an open reader, which keeps its keys", async ({
  services,
  make,
  importSample,
  openPage,
}) => {
  const readId = await importSample(
    await createSmallEpub([{ title: "The well", body: createParagraphs(60) }]),
  );
  const book = await makeAudiobook(services, [{ chapters: [60] }]);
  const page = await openPage(await make.user());
  const audio = await watchAudio(page);
  await startListening(page, book.id);

  await page.evaluate((url) => {
    history.pushState(null, "", url);
    dispatchEvent(new PopStateEvent("popstate"));
  }, `/read/${readId}`);
  await expect(getTextRegion(page)).toBeVisible();
  await turnPage(page, "ArrowRight");

  expect(await audio.time()).toBeLessThan(30);
  await expect(getPlayer(page).getByRole("button", { name: "Pause" })).toBeVisible();
  const [text, bar] = [await getTextRegion(page).boundingBox(), await getPlayer(page).boundingBox()];
  expect((text?.y ?? 0) + (text?.height ?? 0)).toBeLessThanOrEqual((bar?.y ?? 0) + 1);
});

test("time heard offline is saved later", async ({ services, make, openPage }) => {
  const reader = await make.user();
  const book = await makeAudiobook(services, [{ chapters: [60] }]);
  const page = await openPage(reader);
  await startListening(page, book.id);

  await page.context().setOffline(true);
  await seekTo(page, 40);
  await getPlayer(page).getByRole("button", { name: "Pause" }).click();
  const saves: string[] = [];
  page.on("request", (request) => {
    if (new URL(request.url()).pathname === positionsContract.savePositions.path)
      saves.push(request.method());
  });
  await Promise.all([waitForSave(page), page.context().setOffline(false)]);

  await expect
    .poll(() =>
      page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("maktaba.position."))),
    )
    .toEqual([]);
  const { current } = await (await page.request.get(`/api/positions/${book.id}`)).json();
  expect(current.locator.offset).toBeGreaterThanOrEqual(40);
  expect(saves).toHaveLength(1);
});

test("opening a book and its player writes nothing", async ({ services, make, openPage }) => {
  const reader = await make.user();
  const book = await makeAudiobook(services, [{ chapters: [60] }]);
  const page = await openPage(reader);
  const posts: string[] = [];
  page.on("request", (request) => request.method() !== "GET" && posts.push(request.url()));

  await Promise.all([waitForReply(page, playerContract.getPlaylist), page.goto(`/book/${book.id}`)]);
  await expect(getListenButton(page)).toBeEnabled();
  await page.goto("/");

  expect(posts).toEqual([]);
});

test("a guest hears the sample to its end", async ({ services, openPage }) => {
  const book = await makeAudiobook(services, [{ chapters: [2, 60] }]);
  const guest = await openPage(null);

  await guest.goto(`/book/${book.id}`);
  await guest.getByRole("button", { name: "Listen to sample" }).click();

  await expect(getPlayer(guest)).toContainText("The sample ends here");
  await getPlayer(guest).getByRole("link", { name: "Sign in" }).click();
  await expect(guest).toHaveURL(/\/auth/);
});

test("a guest's position is offered after sign-in and saved", async ({ services, make, openPage }) => {
  const book = await makeAudiobook(services, [{ chapters: [60, 60] }]);
  const page = await openPage(null);
  await page.goto(`/book/${book.id}`);
  await page.getByRole("button", { name: "Listen to sample" }).click();
  await getPlayer(page).getByRole("button", { name: "Forward 30 seconds" }).click();
  await getPlayer(page).getByRole("button", { name: "Pause" }).click();

  const [name = "", value = ""] = (await createSessionCookie(services, await make.user())).split("=");
  await page.context().addCookies([{ name, value, url: new URL(page.url()).origin }]);
  await page.reload();
  await Promise.all([waitForSave(page), page.getByRole("button", { name: "Keep my position" }).click()]);

  const { current } = await (await page.request.get(`/api/positions/${book.id}`)).json();
  expect(current.locator.offset).toBeGreaterThanOrEqual(30);
});

test("a file that fails shows an error and recovers by itself", async ({ services, make, openPage }) => {
  const reader = await make.user();
  const book = await makeAudiobook(services, [{ chapters: [60] }]);
  const page = await openPage(reader);
  await page.route("**/media/**", (route) => route.fulfill({ status: 503, body: "" }));
  await page.goto(`/book/${book.id}`);
  await getListenButton(page).click();
  await expect(getPlayer(page)).toContainText("The audio is not loading");

  await page.unroute("**/media/**");

  await expect(getPlayer(page)).not.toContainText("The audio is not loading");
  await expect(getPlayer(page).getByRole("button", { name: "Pause" })).toBeVisible();
});
