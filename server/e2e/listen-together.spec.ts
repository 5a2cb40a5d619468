import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { User } from "#shared/accounts/user.ts";
import { listenTogetherContract } from "#shared/listen-together/contract.ts";
import type { ConversationId } from "#shared/messages/message.ts";
import { conversationMembers, conversations } from "#server/db/schema/community/messages.ts";
import type { Services } from "#server/services.ts";
import { makeAudiobook } from "#server/testing/books/audiobook.ts";
import { watchAudio } from "./support/audio.ts";
import { test, waitForReply } from "./support/fixtures.ts";
import { getTextRegion } from "./support/reading.ts";

const getPlayer = (page: Page) => page.getByRole("region", { name: "Player" });

/** A group, whose members have accepted it. */
async function makeGroup({ db }: Pick<Services, "db">, users: readonly User[]): Promise<ConversationId> {
  const at = new Date();
  const [group] = await db
    .insert(conversations)
    .values({ title: `Evenings ${randomUUID().slice(0, 8)}`, activeAt: at, createdAt: at })
    .returning();
  if (!group) throw new Error("There is no group.");
  await db.insert(conversationMembers).values(
    users.map(({ id }) => ({
      conversationId: group.id,
      userId: id,
      state: "active" as const,
      joinedAt: at,
    })),
  );
  return group.id;
}

/** The second of the file that is heard, at a common time of all pages. */
const getHeardAt = (page: Page) =>
  page.evaluate(() => {
    const audio = window.audioElements.find(({ paused }) => !paused);
    return audio ? audio.currentTime - Date.now() / 1000 : null;
  });

/** Seconds between two pages that play at normal speed; infinite while one is paused. */
async function getDrift(one: Page, other: Page): Promise<number> {
  const [first, second] = await Promise.all([getHeardAt(one), getHeardAt(other)]);
  return first === null || second === null ? Number.POSITIVE_INFINITY : Math.abs(first - second);
}

const maxDrift = 0.25;
const expectInStep = (one: Page, other: Page) =>
  expect.poll(() => getDrift(one, other)).toBeLessThanOrEqual(maxDrift);

const getRate = (page: Page) =>
  page.evaluate(() => window.audioElements.find(({ paused }) => !paused)?.playbackRate ?? 0);

async function host(page: Page, bookId: string) {
  await watchAudio(page);
  await page.goto(`/book/${bookId}`);
  await page.getByRole("button", { name: /^(Listen|Continue listening)$/ }).click();
  await expect(getPlayer(page).getByRole("button", { name: "Pause" })).toBeVisible();
  await page.getByRole("button", { name: "Open the player" }).click();
  await page.getByRole("button", { name: "Listen together" }).click();
  await Promise.all([
    waitForReply(page, listenTogetherContract.startTogetherSession),
    page.getByRole("button", { name: /^Invite Evenings/ }).click(),
  ]);
}

async function join(page: Page, conversationId: ConversationId) {
  await watchAudio(page);
  await page.goto(`/messages?c=${conversationId}`);
  await page.getByRole("button", { name: "Join", exact: true }).click();
  await expect(getPlayer(page).getByRole("button", { name: "Pause" })).toBeVisible();
}

test("friends hear a book in step with the host", async ({ services, make, openPage }) => {
  const [amina, yusuf, zaynab] = [await make.user(), await make.user(), await make.user()];
  const conversationId = await makeGroup(services, [amina, yusuf, zaynab]);
  const book = await makeAudiobook(services, [{ chapters: [600] }, { chapters: [600] }], { isFree: true });
  const aminaPage = await openPage(amina);
  const yusufPage = await openPage(yusuf);
  await host(aminaPage, book.id);
  await join(yusufPage, conversationId);
  await expectInStep(aminaPage, yusufPage);

  // The host moves: by chapter, by a seek, and by the speed.
  await aminaPage.getByRole("button", { name: "Next chapter" }).click();
  await expect(getPlayer(yusufPage)).toContainText("Chapter 2");
  await expectInStep(aminaPage, yusufPage);
  const before = await yusufPage.evaluate(() => Math.max(...window.audioElements.map((a) => a.currentTime)));
  const bar = aminaPage.getByRole("slider", { name: "Position in chapter" });
  await bar.focus();
  await aminaPage.keyboard.press("End");
  for (let n = 0; n < 40; n++) await aminaPage.keyboard.press("ArrowLeft");
  await expect
    .poll(() => yusufPage.evaluate(() => Math.max(...window.audioElements.map((a) => a.currentTime))))
    .toBeGreaterThan(before + 100);
  await expectInStep(aminaPage, yusufPage);

  // A late joiner begins where the others are.
  const zaynabPage = await openPage(zaynab);
  await join(zaynabPage, conversationId);
  await expectInStep(aminaPage, zaynabPage);
  await expect(aminaPage.getByRole("region", { name: "Listen together" }).getByRole("listitem")).toHaveCount(
    3,
  );

  // A member pauses alone and catches up; the host pauses for all.
  await getPlayer(yusufPage).getByRole("button", { name: "Pause" }).click();
  await expect(getPlayer(yusufPage)).toContainText("Only you are paused.");
  await expect(aminaPage.getByRole("region", { name: "Listen together" }).getByText("Paused")).toBeVisible();
  await getPlayer(yusufPage).getByRole("button", { name: "Play", exact: true }).click();
  await expectInStep(aminaPage, yusufPage);
  await aminaPage.getByRole("button", { name: "Pause", exact: true }).first().click();
  await expect(getPlayer(zaynabPage)).toContainText("The host has paused.");
  await expect(getPlayer(yusufPage).getByRole("button", { name: "Play", exact: true })).toBeVisible();
  await aminaPage.getByRole("button", { name: "Play", exact: true }).first().click();
  await expectInStep(aminaPage, zaynabPage);

  // The next member becomes the host, and leads.
  await aminaPage.getByRole("button", { name: "Stop listening together" }).click();
  await expect(yusufPage.getByRole("region", { name: "Listen together" })).toContainText(yusuf.firstName);
  await yusufPage.getByRole("button", { name: "Previous chapter" }).click();
  await yusufPage.getByRole("button", { name: "Speed 1×" }).click();
  await yusufPage.getByRole("button", { name: "Speed 2×" }).last().click();
  await expect(getPlayer(zaynabPage).getByRole("button", { name: "Speed 2×" })).toBeVisible();
  await expect.poll(() => getRate(aminaPage)).toBe(1);
});

test("the text of a member follows the host", async ({ services, make, importDemoBook, openPage }) => {
  const [amina, yusuf] = [await make.user(), await make.user()];
  const conversationId = await makeGroup(services, [amina, yusuf]);
  const bookId = await importDemoBook("letters-from-the-road");
  const [aminaPage, yusufPage] = [await openPage(amina), await openPage(yusuf)];
  await host(aminaPage, bookId);
  await join(yusufPage, conversationId);
  await getPlayer(yusufPage).getByRole("link", { name: "Read from here" }).click();
  await expect(getTextRegion(yusufPage)).toHaveAttribute("data-sentence", /^s0-/);

  await aminaPage.getByRole("button", { name: "Next chapter" }).click();
  await expect(getPlayer(yusufPage)).toContainText("Chapter 2");
  await expect(getTextRegion(yusufPage)).toHaveAttribute("data-sentence", /^s1-/);
});

test("each member needs an own right to the book", async ({ services, make, openPage }) => {
  const [amina, yusuf] = [await make.user({ isSupporter: true }), await make.user()];
  const conversationId = await makeGroup(services, [amina, yusuf]);
  const book = await makeAudiobook(services, [{ chapters: [300] }], { isFree: false });
  const aminaPage = await openPage(amina);
  await host(aminaPage, book.id);
  const yusufPage = await openPage(yusuf);
  await watchAudio(yusufPage);
  await yusufPage.goto(`/messages?c=${conversationId}`);
  await yusufPage.getByRole("button", { name: "Join", exact: true }).click();
  await expect(yusufPage.getByText("This book is for supporters.", { exact: true })).toBeVisible();
  await expect(getPlayer(yusufPage)).toBeHidden();

  // A conversation shows nothing once the last listener has left.
  await aminaPage.getByRole("button", { name: "Stop listening together" }).click();
  await expect(yusufPage.getByRole("button", { name: "Join", exact: true })).toBeHidden();
});
