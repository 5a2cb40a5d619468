import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import type Axe from "axe-core";

const axeSource = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/** Waits for all animations that end. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const getRunning = () =>
      document
        .getAnimations()
        .filter(({ effect, playState }) => {
          return playState !== "finished" && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY;
        })
        .map(({ finished }) => finished);
    do {
      await Promise.allSettled(getRunning());
      await new Promise(requestAnimationFrame);
    } while (getRunning().length > 0);
  });
}

export async function getViolations(page: Page, part = "html"): Promise<string[]> {
  const violations = await runAxe(page, part);
  // A transition that starts during the run, such as the carousel's, lowers the contrast for a moment.
  return violations.length === 0 ? [] : runAxe(page, part);
}

async function runAxe(page: Page, part: string): Promise<string[]> {
  await waitForAnimations(page);
  // Navigation within the app keeps axe. The frames of a book are in a closed shadow root, which it does not enter.
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(axeSource);
  return page.evaluate(async (selector) => {
    const { axe } = window as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(selector, { resultTypes: ["violations"], preload: false });
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, target, failureSummary }) => `${id}: ${target} ${html} ${failureSummary}`),
    );
  }, part);
}
