import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** Waits until nothing moves but what moves for ever. */
export async function waitForAnimations(page: Page): Promise<void> {
  await page.evaluate(() =>
    Promise.allSettled(
      document
        .getAnimations()
        .filter(({ effect }) => effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY)
        .map(({ finished }) => finished),
    ),
  );
}

export async function getFaults(page: Page, part = "html"): Promise<string[]> {
  await waitForAnimations(page);
  const { violations } = await new AxeBuilder({ page })
    .include(part)
    .options({ resultTypes: ["violations"] })
    .analyze();
  return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
