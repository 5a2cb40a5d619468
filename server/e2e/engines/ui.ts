import { expect } from "@playwright/test";
import type { Browser, Point } from "./browser.ts";
import { type FoundElement, findInPage, type Target, toQueries } from "./find-in-page.ts";

/** Finds, waits and acts in a browser, as a user does. */
export type Ui = ReturnType<typeof createUi>;

const getCenter = ({ x, y, width, height }: FoundElement): Point => ({
  x: Math.round(x + width / 2),
  y: Math.round(y + height / 2),
});

export function createUi(browser: Browser) {
  /** Null during a navigation too. */
  const find = async (target: Target): Promise<FoundElement | null> => {
    const found = await browser.evaluate(findInPage, toQueries(target)).catch(() => []);
    return found.find(({ isReachable }) => isReachable) ?? found[0] ?? null;
  };
  const getLabel = ({ role, name = "" }: Target) => `${role} ${name}`;

  async function waitFor(target: Target): Promise<FoundElement> {
    let found: FoundElement | null = null;
    await expect
      .poll(
        async () => {
          found = await find(target);
          return found !== null;
        },
        { message: `${getLabel(target)} is shown` },
      )
      .toBe(true);
    return found as unknown as FoundElement;
  }

  async function waitUntilReachable(target: Target): Promise<Point> {
    let found: FoundElement | null = null;
    await expect
      .poll(
        async () => {
          found = await find(target);
          return found?.isReachable ?? false;
        },
        { message: `${getLabel(target)} can be clicked` },
      )
      .toBe(true);
    return getCenter(found as unknown as FoundElement);
  }

  async function click(target: Target): Promise<void> {
    await browser.click(await waitUntilReachable(target));
  }

  return {
    waitFor,
    waitUntilReachable,
    click,
    async waitUntilGone(target: Target) {
      await expect
        .poll(async () => (await find(target)) === null, { message: `${getLabel(target)} is gone` })
        .toBe(true);
    },
    async waitForText(target: Target, text: RegExp) {
      await expect
        .poll(async () => (await find(target))?.text ?? "", { message: `the text of ${getLabel(target)}` })
        .toMatch(text);
    },
    async fill(target: Target, text: string) {
      await click(target);
      await browser.type(text);
    },
    async waitForPath(path: RegExp) {
      const getPath = () => browser.evaluate(() => location.pathname + location.search, null);
      await expect.poll(() => getPath().catch(() => "")).toMatch(path);
    },
    /** Waits until a function returns a truthy value in the page. */
    async waitUntil<Input>(action: (input: Input) => unknown, input: Input, message: string) {
      await expect
        .poll(() => browser.evaluate(action, input).then(Boolean, () => false), { message })
        .toBe(true);
    },
  };
}
