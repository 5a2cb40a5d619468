import { expect, type Page } from "@playwright/test";
import { marksContract } from "#shared/marks/contract.ts";
import type { Services } from "#server/services.ts";
import { makeAudiobook } from "#server/testing/books/audiobook.ts";
import { getViolations } from "./support/axe.ts";
import { test, waitForReply } from "./support/fixtures.ts";

const panels = ["Speed 1×", "Chapters", "Player settings"];

async function startPlaying(page: Page, services: Services): Promise<void> {
  const book = await makeAudiobook(services, [{ chapters: [60, 60, 60] }]);
  await page.goto(`/book/${book.id}`);
  await page.getByRole("button", { name: "Listen" }).click();
  await expect(page.getByRole("region", { name: "Player" })).toContainText("Chapter 1");
}

async function expectNoViolations(page: Page, part: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    expect(await getViolations(page, part), colorScheme).toEqual([]);
  }
}

test("the player bar passes axe, light and dark", async ({ services, make, openPage }) => {
  const page = await openPage(await make.user(), { viewport: { width: 1280, height: 800 } });
  await startPlaying(page, services);

  await expectNoViolations(page, "[data-player]");
  for (const name of panels) {
    await page.getByRole("region", { name: "Player" }).getByRole("button", { name }).click();
    await expect(page.getByRole("dialog")).toBeVisible();
    await expectNoViolations(page, "[role=dialog]");
    await page.keyboard.press("Escape");
  }
});

test("the mini and the full player pass axe, light and dark", async ({ services, make, openPage }) => {
  const page = await openPage(await make.user(), { viewport: { width: 390, height: 844 }, hasTouch: true });
  await startPlaying(page, services);
  await expectNoViolations(page, "[data-player]");

  await page.getByRole("button", { name: "Open the player" }).click();
  const sheet = page.getByRole("dialog", { name: "Player" });
  for (const name of panels) {
    await sheet.getByRole("button", { name }).click();
    await expectNoViolations(page, "[role=dialog]");
  }
  for (const label of ["Speed", "Chapters", "Sleep", "Settings", "Bookmark", "Discuss"])
    await expect(sheet.getByText(label, { exact: true }).first()).toBeVisible();
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow).toBe(0);

  await sheet.getByRole("button", { name: "Show time for the whole book" }).click();
  await expect(sheet.getByRole("slider", { name: "Position in book" })).toBeVisible();
  await sheet.getByRole("button", { name: "Car mode" }).click();
  const car = page.getByRole("dialog", { name: "Car mode" });
  await expect(car.getByRole("button", { name: /^(Back|Pause|Play|Forward)/ })).toHaveCount(3);
  await expectNoViolations(page, "[role=dialog]");
  await car.getByRole("button", { name: "Pause" }).click();
  await expect(car.getByRole("button", { name: "Play" })).toBeVisible();
  await car.getByRole("button", { name: "Close" }).click();

  await Promise.all([
    waitForReply(page, marksContract.saveMarks),
    sheet.getByRole("button", { name: "Bookmark this moment" }).click(),
  ]);
  await page.goto("/library?view=notebook");
  await expect(page.getByRole("main")).toContainText("Bookmark");
});
