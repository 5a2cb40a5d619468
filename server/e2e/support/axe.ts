import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

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
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .options({ resultTypes: ["violations"] })
    // Merging the results of frames takes half of the time.
    .setLegacyMode(page.frames().length === 1)
    .analyze();
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, target, failureSummary }) => `${id}: ${target} ${html} ${failureSummary}`),
  );
}
