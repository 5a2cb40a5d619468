import { expect, type Page } from "@playwright/test";
import { positionsContract } from "#shared/positions/contract.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { watchAudio } from "./support/audio.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import { captureShadowRoots } from "./support/read-along.ts";
import { getTextRegion, isOnPage, openBook, turnPage } from "./support/reading.ts";
import { stubVoices } from "./support/voices.ts";

const getVoice = (page: Page) => page.getByRole("region", { name: "Read aloud" });
const getSpokenTexts = (page: Page) => page.evaluate(() => window.spoken.map(({ text }) => text));

function getHighlights(page: Page): Promise<{ readonly sentence: string | null; readonly word: string }> {
  return page.evaluate(() => {
    const frames = window.shadowRoots.flatMap((root) => [...root.querySelectorAll("iframe")]);
    const find = (name: string) =>
      frames.flatMap(({ contentWindow }) => {
        const highlights = (contentWindow as (Window & typeof globalThis) | null)?.CSS.highlights;
        return [...((highlights?.get(name) ?? []) as Iterable<Range>)];
      })[0];
    const node = find("mk-playing")?.startContainer;
    const element = node?.nodeType === 1 ? (node as Element) : node?.parentElement;
    return { sentence: element?.closest(".mk-s")?.id ?? null, word: find("mk-word")?.toString() ?? "" };
  });
}

test("a device voice reads a book, highlights, saves the position, and stops for the recording", async ({
  make,
  importDemoBook,
  openPage,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const page = await openPage(await make.user(), { viewport: { width: 390, height: 560 } });
  await stubVoices(page, 40);
  await captureShadowRoots(page);
  const audio = await watchAudio(page);
  await openBook(page, bookId);

  await page.keyboard.press("r");
  await expect.poll(() => getSpokenTexts(page)).toContain("Dear Salma,");
  await expect.poll(async () => (await getHighlights(page)).word.length).toBeGreaterThan(0);
  const isMarkedOnPage = async () => isOnPage(page, (await getHighlights(page)).sentence ?? "");
  await expect.poll(isMarkedOnPage).toBe(true);

  await turnPage(page, "PageDown");
  await expect(page.getByRole("button", { name: "Resume following" })).toBeVisible();
  await page.getByRole("button", { name: "Resume following" }).click();
  await expect.poll(isMarkedOnPage).toBe(true);

  // Long enough to be recorded.
  await expect.poll(async () => (await getSpokenTexts(page)).join("").length).toBeGreaterThan(220);
  await Promise.all([
    waitForReply(page, positionsContract.savePositions),
    waitForReply(page, activityContract.recordSessions),
    getVoice(page).getByRole("button", { name: "Pause" }).click(),
  ]);
  const activity = await (await page.request.get(activityContract.listActivity.path)).json();
  const { sessions } = activityContract.listActivity.response.parse(activity);
  const speech = sessions.filter(({ kind }) => kind === "speech");
  expect(speech).toEqual([expect.objectContaining({ bookId, seconds: expect.any(Number), isManual: false })]);
  expect(speech[0]?.seconds).toBeGreaterThanOrEqual(3);
  await expect(getVoice(page).getByRole("button", { name: "Read aloud" })).toBeVisible();
  const count = (await getSpokenTexts(page)).length;
  await page.keyboard.press(".");
  await expect.poll(async () => (await getSpokenTexts(page)).length).toBeGreaterThan(count);

  await page.getByRole("button", { name: "Listen from here" }).first().press("Enter");
  await expect.poll(audio.time).toBeGreaterThan(0.3);
  await expect(getVoice(page)).toHaveCount(0);
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /^s\d+-\d+$/);
});
