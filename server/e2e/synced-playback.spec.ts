import { expect, type Page } from "@playwright/test";
import { watchAudio } from "./support/audio.ts";
import { test, waitForNewPosition } from "./support/fixtures.ts";
import {
  captureShadowRoots,
  findMismatches,
  getSentencesByUrl,
  sampleHighlights,
} from "./support/read-along.ts";
import { findSentence, getTextRegion, isOnPage, openBook, turnPage } from "./support/reading.ts";

const getPlayer = (page: Page) => page.getByRole("region", { name: "Player" });

test("the highlighted sentence is the one that plays", async ({ make, importDemoBook, openPage }) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const page = await openPage(await make.user());
  const audio = await watchAudio(page);
  await captureShadowRoots(page);
  await page.goto(`/seamless-reader/${bookId}`);
  await expect(getPlayer(page).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /./);
  const map = await getSentencesByUrl(page, bookId);
  const waitForSync = async (milliseconds: number) => {
    const highlights = await sampleHighlights(page, milliseconds);
    expect(highlights.length).toBeGreaterThan(3);
    expect(findMismatches(highlights, map)).toEqual([]);
    return new Set(highlights.map(({ sentence }) => sentence));
  };

  await getPlayer(page).getByRole("button", { name: "Play", exact: true }).click();
  await expect.poll(audio.time).toBeGreaterThan(0.7);
  expect((await waitForSync(3_500)).size).toBeGreaterThan(1);

  await getPlayer(page).getByRole("button", { name: "Speed 1×" }).click();
  await page.getByRole("button", { name: "Speed 2×" }).click();
  await page.keyboard.press("Escape");
  await waitForSync(2_000);

  await getPlayer(page).getByRole("button", { name: "Forward 30 seconds" }).click();
  await waitForSync(1_500);

  // While playing, the file could end before the arrow keys.
  await getPlayer(page).getByRole("button", { name: "Pause" }).click();
  const slider = getPlayer(page).getByRole("slider", { name: "Position in chapter" });
  await slider.focus();
  await page.keyboard.press("End");
  for (let back = 0; back < 2; back++) await page.keyboard.press("ArrowLeft");
  await getPlayer(page).getByRole("button", { name: "Play", exact: true }).click();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", "s1-0");
  await expect(getPlayer(page)).toContainText("Chapter 2");
  await waitForSync(1_500);

  await getTextRegion(page).click({ position: { x: 5, y: 300 } });
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s0-/);
  const before = await audio.time();
  await expect.poll(audio.time).toBeGreaterThan(before);
  await expect(getPlayer(page)).toContainText("Chapter 2");
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s0-/);

  await page.getByRole("button", { name: "Resume following" }).click();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", "s1-0");
  await waitForSync(1_000);
});

test("reading continues elsewhere at the sentence last heard, and listening from there", async ({
  make,
  importDemoBook,
  openPage,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const reader = await make.user();
  const computer = await openPage(reader);
  const audio = await watchAudio(computer);
  await computer.goto(`/book/${bookId}`);
  const map = await getSentencesByUrl(computer, bookId);
  const sentences = [...map.values()][0] ?? [];
  const getPlayingSentence = (time: number) => sentences.findLast(([, start]) => start <= time)?.[0] ?? "";

  await computer.getByRole("button", { name: "Listen", exact: true }).click();
  await expect(getPlayer(computer).getByRole("button", { name: "Pause" })).toBeVisible();
  await getPlayer(computer).getByRole("button", { name: "Forward 30 seconds" }).click();
  await expect.poll(audio.time).toBeGreaterThan(30);
  await Promise.all([
    waitForNewPosition(computer),
    getPlayer(computer).getByRole("button", { name: "Pause" }).click(),
  ]);
  const heardSentence = getPlayingSentence(await audio.time());

  const phone = await openPage(reader, { viewport: { width: 390, height: 500 } });
  await openBook(phone, bookId);
  await expect.poll(() => isOnPage(phone, heardSentence)).toBe(true);
  const [readSentence] = await Promise.all([turnPage(phone, "ArrowRight"), waitForNewPosition(phone)]);
  expect(readSentence).not.toBe(heardSentence);

  await computer.goto(`/book/${bookId}`);
  await computer.getByRole("button", { name: "Continue listening" }).click();
  const start = sentences.find(([id]) => id === readSentence)?.[1] ?? 0;
  await expect.poll(audio.time).toBeGreaterThan(start);
  expect(await audio.time()).toBeLessThan(start + 10);
  await Promise.all([
    waitForNewPosition(computer),
    getPlayer(computer).getByRole("button", { name: "Pause" }).click(),
  ]);
  const laterSentence = getPlayingSentence(await audio.time());

  await phone.reload();
  await findSentence(phone);
  await expect.poll(() => isOnPage(phone, laterSentence)).toBe(true);
});
