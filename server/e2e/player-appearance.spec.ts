import { expect } from "@playwright/test";
import { makeAudiobook } from "#server/testing/books/audiobook.ts";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

const wide = { width: 1280, height: 800 };
const narrow = { width: 390, height: 844 };

for (const colorScheme of ["light", "dark"] as const) {
  test(`the player bar passes axe, ${colorScheme}`, async ({ services, make, openPage }) => {
    const book = await makeAudiobook(services, [{ chapters: [60, 60, 60] }]);
    const page = await openPage(await make.user(), { viewport: wide, colorScheme });
    await page.goto(`/book/${book.id}`);
    await page.getByRole("button", { name: "Listen" }).click();
    const bar = page.getByRole("region", { name: "Player" });
    await expect(bar).toContainText("Chapter 1");

    expect(await getViolations(page, "[data-player]")).toEqual([]);
    for (const name of ["Speed 1×", "Chapters", "Player settings"]) {
      await bar.getByRole("button", { name }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
      expect(await getViolations(page, "[role=dialog]")).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`${name}-${colorScheme}.png`) });
      await page.keyboard.press("Escape");
    }
  });

  test(`the mini and the full player pass axe, ${colorScheme}`, async ({ services, make, openPage }) => {
    const book = await makeAudiobook(services, [{ chapters: [60, 60, 60] }]);
    const page = await openPage(await make.user(), { viewport: narrow, colorScheme, hasTouch: true });
    await page.goto(`/book/${book.id}`);
    await page.getByRole("button", { name: "Listen" }).click();
    const miniPlayer = page.getByRole("region", { name: "Player" });
    await expect(miniPlayer).toContainText("Chapter 1");
    expect(await getViolations(page, "[data-player]")).toEqual([]);
    await page.screenshot({ path: test.info().outputPath(`small-${colorScheme}.png`) });

    await miniPlayer.getByRole("button", { name: "Open the player" }).click();
    const sheet = page.getByRole("dialog", { name: "Player" });
    for (const name of ["Speed 1×", "Chapters", "Player settings"]) {
      await sheet.getByRole("button", { name }).click();
      expect(await getViolations(page, "[role=dialog]")).toEqual([]);
      await page.screenshot({ path: test.info().outputPath(`full-${name}-${colorScheme}.png`) });
    }
    const overflow = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    );
    expect(overflow).toBe(0);
  });
}
