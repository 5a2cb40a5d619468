import { expect, type Page } from "@playwright/test";
import { getDirection, languageCookie } from "#shared/api/language.ts";
import { getViolations, waitForAnimations } from "#server/e2e/support/axe.ts";
import type { DisplaySettings } from "./user-roles.ts";

/** Collects uncaught errors and console errors of a page. */
export function collectErrors(page: Page): string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") errors.push(`${message.text()} (${message.location().url})`);
  });
  return errors;
}

export async function setLanguageCookie(
  page: Page,
  { language }: DisplaySettings,
  origin: string,
): Promise<void> {
  await page.context().addCookies([{ name: languageCookie, value: language, url: origin }]);
}

interface ExpectedScreen {
  readonly path: string;
  /** Null is not checked. */
  readonly title: string | null;
  readonly texts: readonly string[];
  readonly errors: readonly string[];
  readonly settings: DisplaySettings;
  readonly withAxe: boolean;
}

export async function checkScreen(page: Page, expected: ExpectedScreen): Promise<void> {
  const { path, title, texts, errors, settings, withAxe } = expected;
  if (title !== null) await expect.soft(page, `${path}: title`).toHaveTitle(title);
  for (const text of texts)
    await expect
      .soft(page.getByText(text).filter({ visible: true }).first(), `${path}: ${text}`)
      .toBeVisible();
  await waitUntilLoaded(page);

  await expect.soft(page.locator("h1"), `${path}: one h1`).toHaveCount(1);
  const layout = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: getComputedStyle(document.documentElement).direction,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    isDark: document.documentElement.classList.contains("dark"),
  }));
  expect.soft(layout, `${path}: language, direction, no horizontal overflow, theme`).toEqual({
    lang: settings.language,
    dir: getDirection(settings.language),
    overflow: 0,
    isDark: settings.theme === "dark",
  });

  expect.soft(errors, `${path}: console`).toEqual([]);
  if (!withAxe) return;

  expect.soft(await getViolations(page), `${path}: axe`).toEqual([]);
}

export async function waitUntilLoaded(page: Page): Promise<void> {
  // The static shell has a heading too.
  await expect(page.locator("#root > .shell")).toHaveCount(0);
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator(".skeleton, .animate-spin")).toHaveCount(0);
  await waitForAnimations(page);
}
