import { expect, type Page } from "@playwright/test";
import { playerContract } from "#shared/player/contract.ts";
import { getTone, makeAudiobook } from "#server/testing/books/audiobook.ts";
import { watchAudio } from "./support/audio.ts";
import { test, waitForReply } from "./support/fixtures.ts";

declare global {
  interface Window {
    /** The level that leaves Web Audio, 0 to 1. */
    getOutputLevel: () => number;
  }
}

const getPlayer = (page: Page) => page.getByRole("region", { name: "Player" });

async function watchOutput(page: Page) {
  await page.addInitScript(() => {
    const connect: (this: AudioNode, target: AudioNode) => AudioNode = AudioNode.prototype.connect;
    window.getOutputLevel = () => 0;
    Object.defineProperty(AudioNode.prototype, "connect", {
      value: function connectAndMeasure(this: AudioNode, target: AudioNode) {
        if (target instanceof AudioDestinationNode) {
          const meter = new AnalyserNode(target.context);
          const samples = new Float32Array(meter.fftSize);
          connect.call(this, meter);
          window.getOutputLevel = () => {
            meter.getFloatTimeDomainData(samples);
            return Math.sqrt(samples.reduce((sum, sample) => sum + sample * sample, 0) / samples.length);
          };
        }
        return connect.call(this, target);
      },
    });
  });
}

const getLevel = (page: Page) => page.evaluate(() => window.getOutputLevel());
const getPlaybackRate = (page: Page) =>
  page.evaluate(() => window.audioElements.find((audio) => !audio.paused)?.playbackRate);

async function listen(page: Page, bookId: string) {
  await page.goto(`/book/${bookId}`);
  await page.getByRole("button", { name: /^(Listen|Continue listening)$/ }).click();
  await expect(getPlayer(page).getByRole("button", { name: "Pause" })).toBeVisible();
}

/** Sets the slider "Volume boost". */
async function boostFully(page: Page) {
  await page.getByRole("slider", { name: "Volume boost" }).focus();
  await page.keyboard.press("End");
}

test("the sound and speed of a book are its own", async ({ services, make, openPage }) => {
  const book = await makeAudiobook(services, [{ chapters: [120] }]);
  const other = await makeAudiobook(services, [{ chapters: [120] }]);
  const page = await openPage(await make.user());
  await watchAudio(page);
  await watchOutput(page);
  await listen(page, book.id);

  await getPlayer(page).getByRole("button", { name: "Player settings" }).click();
  // A tone of 3,000 of 32,768 has a level of 0.065; 9 dB more is 0.18.
  await page.getByRole("switch", { name: "Mono" }).check();
  await expect.poll(() => getLevel(page)).toBeGreaterThan(0.05);
  expect(await getLevel(page)).toBeLessThan(0.08);
  await Promise.all([waitForReply(page, playerContract.saveBookPlayerSettings), boostFully(page)]);
  await expect.poll(() => getLevel(page)).toBeGreaterThan(0.16);
  expect(await getLevel(page)).toBeLessThan(0.2);

  await page.keyboard.press("Escape");
  await getPlayer(page).getByRole("button", { name: "Speed 1×" }).click();
  await Promise.all([
    waitForReply(page, playerContract.saveBookPlayerSettings),
    page.getByRole("button", { name: "Speed 2×" }).last().click(),
  ]);
  await expect.poll(() => getPlaybackRate(page)).toBe(2);

  await listen(page, other.id);
  await expect(getPlayer(page).getByRole("button", { name: "Speed 1×" })).toBeVisible();
  await expect.poll(() => getPlaybackRate(page)).toBe(1);

  await listen(page, book.id);
  await expect(getPlayer(page).getByRole("button", { name: "Speed 2×" })).toBeVisible();
  await expect.poll(() => getLevel(page)).toBeGreaterThan(0.16);
});

test("silence plays faster than speech", async ({ services, make, openPage }) => {
  const content = getTone(120);
  // The first half of the file is silent after its first seconds.
  content.fill(0, Math.round(content.length / 40), content.length / 2);
  const recording = { content, mediaType: "audio/wav" };
  const book = await makeAudiobook(services, [{ chapters: [120], recording }]);
  const page = await openPage(await make.user());
  await watchAudio(page);
  await listen(page, book.id);

  await getPlayer(page).getByRole("button", { name: "Player settings" }).click();
  await page.getByRole("switch", { name: "Shorten silence" }).check();
  await expect.poll(() => getPlaybackRate(page)).toBe(3);
  const slider = getPlayer(page).getByRole("slider", { name: "Position in chapter" });
  await slider.focus();
  // Into the second half, and not near the end, where the book would finish.
  await page.keyboard.press("Home");
  for (let presses = 0; presses < 16; presses++) await page.keyboard.press("ArrowRight");
  await expect.poll(() => getPlaybackRate(page)).toBe(1);
});
