import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, type Page } from "@playwright/test";
import { mediaOverlayStreams } from "#shared/media-overlays/contract.ts";
import { watchAudio } from "./support/audio.ts";
import { test } from "./support/fixtures.ts";
import {
  captureShadowRoots,
  findMismatches,
  getSentencesByUrl,
  sampleHighlights,
} from "./support/read-along.ts";
import { getTextRegion } from "./support/reading.ts";

async function downloadExport(page: Page, bookId: string): Promise<string> {
  const reply = await page.request.get(mediaOverlayStreams.getReadAlong.path.replace(":bookId", bookId));
  expect(reply.ok()).toBe(true);
  const file = path.join(mkdtempSync(path.join(tmpdir(), "maktaba-read-along-")), "book.epub");
  writeFileSync(file, await reply.body());
  return file;
}

test("a book exported with its narration and imported again plays its media overlays", async ({
  make,
  importDemoBook,
  importSample,
  openPage,
}) => {
  const page = await openPage(await make.user({ isEmployee: true }));
  const bookId = await importSample(
    await downloadExport(page, await importDemoBook("letters-from-the-road")),
  );
  const audio = await watchAudio(page);
  await captureShadowRoots(page);
  await page.goto(`/seamless-reader/${bookId}`);
  const player = page.getByRole("region", { name: "Player" });
  const getButton = (name: string) => player.getByRole("button", { name, exact: true });
  await expect(getButton("Next sentence")).toBeEnabled();
  await expect(getTextRegion(page)).toHaveAttribute("data-sentence", /./);
  const map = await getSentencesByUrl(page, bookId);
  const starts = ([...map.values()][0] ?? []).map(([, start]) => start);

  await getButton("Play").click();
  await expect.poll(audio.time).toBeGreaterThan(0.5);
  const highlights = await sampleHighlights(page, 2_000);
  expect(highlights.length).toBeGreaterThan(3);
  expect(findMismatches(highlights, map)).toEqual([]);

  await getButton("Pause").click();
  await expect(getButton("Play")).toBeVisible();
  const time = await audio.time();
  const current = starts.findLastIndex((start) => start <= time);
  await getButton("Next sentence").click();
  await expect.poll(audio.time).toBeCloseTo(starts[current + 1] ?? 0, 2);
  await page.keyboard.press("Escape");
  await page.keyboard.press(",");
  await expect.poll(audio.time).toBeCloseTo(starts[current] ?? 0, 2);
});
