import { expect, type Page } from "@playwright/test";
import { languageCookie } from "#shared/api/language.ts";
import { getFaults, waitForAnimations } from "#server/e2e/support/axe.ts";
import type { CrawlSettings } from "./user-roles.ts";

export function listen(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(`${message.text()} (${message.location().url})`);
  });
  return complaints;
}

export async function chooseLanguage(page: Page, { language }: CrawlSettings, origin: string): Promise<void> {
  await page.context().addCookies([{ name: languageCookie, value: language, url: origin }]);
}

interface Expected {
  readonly path: string;
  /** Null is not looked at. */
  readonly title: string | null;
  readonly texts: readonly string[];
  readonly complaints: readonly string[];
  readonly way: CrawlSettings;
  readonly withAxe: boolean;
}

export async function look(page: Page, expected: Expected): Promise<void> {
  const { path, title, texts, complaints, way, withAxe } = expected;
  if (title !== null) await expect.soft(page, `${path}: title`).toHaveTitle(title);
  for (const text of texts) await expect.soft(page.getByText(text).first(), `${path}: ${text}`).toBeVisible();
  await settle(page);

  await expect.soft(page.locator("h1"), `${path}: one h1`).toHaveCount(1);
  const shape = await page.evaluate(() => ({
    lang: document.documentElement.lang,
    dir: getComputedStyle(document.documentElement).direction,
    sideways: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    isDark: document.documentElement.classList.contains("dark"),
  }));
  expect.soft(shape, `${path}: language, direction, nothing to the side, theme`).toEqual({
    lang: way.language,
    dir: way.language === "ar" ? "rtl" : "ltr",
    sideways: 0,
    isDark: way.theme === "dark",
  });

  expect.soft(complaints, `${path}: console`).toEqual([]);
  if (!withAxe) return;

  expect.soft(await getFaults(page), `${path}: axe`).toEqual([]);
}

/** Waits until everything is there and nothing moves. */
async function settle(page: Page): Promise<void> {
  // The static shell has a heading too.
  await expect(page.locator("#root > .shell")).toHaveCount(0);
  await expect(page.locator("h1").first()).toBeVisible();
  await expect(page.locator(".skeleton, .animate-spin")).toHaveCount(0);
  await waitForAnimations(page);
}
