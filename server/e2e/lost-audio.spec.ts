import { expect, type Page } from "@playwright/test";
import { asc, eq } from "drizzle-orm";
import { memberships } from "#server/db/schema/accounts/accounts.ts";
import { audioFiles, chapters } from "#server/db/schema/books/formats.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import { makeAudiobook } from "#server/testing/books/audiobook.ts";
import { watchAudio } from "./support/audio.ts";
import { test } from "./support/fixtures.ts";

const getPlayer = (page: Page) => page.getByRole("region", { name: "Player" });
const getButton = (page: Page, name: string) => getPlayer(page).getByRole("button", { name, exact: true });

async function listen(page: Page, bookId: string) {
  const audio = await watchAudio(page);
  await page.goto(`/book/${bookId}`);
  await page.getByRole("button", { name: /^(Listen|Continue listening)$/ }).click();
  await expect(getButton(page, "Pause")).toBeVisible();
  await expect.poll(audio.time).toBeGreaterThan(1);
  return audio;
}

test("without a network the player plays what it has, says so, and resumes by itself", async ({
  services,
  make,
  openPage,
}) => {
  const book = await makeAudiobook(services, [{ chapters: [60] }, { chapters: [60] }]);
  const page = await openPage(await make.user());
  const audio = await listen(page, book.id);

  await page.context().setOffline(true);
  const before = await audio.time();
  await expect.poll(audio.time).toBeGreaterThan(before + 1);
  await getButton(page, "Next chapter").click();
  await expect(getPlayer(page)).toContainText("You appear to be offline.");
  await expect(getPlayer(page)).toContainText("Chapter 2");

  await page.context().setOffline(false);
  await expect(getPlayer(page)).not.toContainText("You appear to be offline.");
  await expect
    .poll(() => page.evaluate(() => window.audioElements.find(({ paused }) => !paused)?.currentTime ?? 0))
    .toBeGreaterThan(0.5);
  await expect(getButton(page, "Pause")).toBeVisible();
});

test("ended rights are said in a sentence, and the position stays", async ({ services, make, openPage }) => {
  const reader = await make.user({ isSupporter: true });
  const book = await makeAudiobook(services, [{ chapters: [60] }, { chapters: [60] }], { isFree: false });
  const page = await openPage(reader);
  await listen(page, book.id);

  const ended = { validUntil: new Date("2026-01-01") };
  await services.db.update(memberships).set(ended).where(eq(memberships.userId, reader.id));
  await broadcastUserChanged(services, reader.id);
  await getButton(page, "Next chapter").click();
  await expect(getPlayer(page)).toContainText("You no longer have access to this recording.");
  await expect(getPlayer(page)).toContainText("Chapter 2");
  await expect(getButton(page, "Play")).toBeVisible();

  await services.db
    .update(memberships)
    .set({ validUntil: new Date("2099-01-01") })
    .where(eq(memberships.userId, reader.id));
  await broadcastUserChanged(services, reader.id);
  await getButton(page, "Try Again").click();
  await expect(getButton(page, "Pause")).toBeVisible();
  await expect(getPlayer(page)).toContainText("Chapter 2");
});

test("a removed file is said in a sentence, and the position stays", async ({ services, make, openPage }) => {
  const book = await makeAudiobook(services, [{ chapters: [60] }, { chapters: [60] }]);
  const page = await openPage(await make.user());
  await listen(page, book.id);

  const [, second] = await services.db
    .select({ id: audioFiles.id })
    .from(audioFiles)
    .where(eq(audioFiles.bookId, book.id))
    .orderBy(asc(audioFiles.position));
  await services.db.delete(chapters).where(eq(chapters.audioFileId, second?.id ?? ""));
  await services.db.delete(audioFiles).where(eq(audioFiles.id, second?.id ?? ""));
  await getButton(page, "Next chapter").click();
  await expect(getPlayer(page)).toContainText("You no longer have access to this recording.");
  await expect(getButton(page, "Play")).toBeVisible();

  await getButton(page, "Previous chapter").click();
  await getButton(page, "Play").click();
  await expect(getButton(page, "Pause")).toBeVisible();
  await expect(getPlayer(page)).toContainText("Chapter 1");
});
