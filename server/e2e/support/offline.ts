import { expect, type Page } from "@playwright/test";

export const phone = { viewport: { width: 390, height: 844 }, serviceWorkers: "allow" } as const;

export async function cacheShell(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller?.state)).toBe("activated");
}

const offlineKey = "test offline";

/** Some versions of Chromium lose the emulated `navigator.onLine` in a new document. */
export async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.evaluate((key) => sessionStorage.setItem(key, "yes"), offlineKey);
  await page.addInitScript((key) => {
    if (sessionStorage.getItem(key) === null) return;
    Object.defineProperty(navigator, "onLine", { get: () => sessionStorage.getItem(key) === null });
  }, offlineKey);
}

export async function goOnline(page: Page): Promise<void> {
  await page.context().setOffline(false);
  await page.evaluate((key) => {
    sessionStorage.removeItem(key);
    window.dispatchEvent(new Event("online"));
  }, offlineKey);
}

/** The URLs of everything in Cache Storage. */
export const listCachedUrls = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const cachedUrls = await Promise.all(
      (await caches.keys()).map(async (name) => (await caches.open(name)).keys()),
    );
    return cachedUrls.flat().map(({ url }) => new URL(url).pathname);
  });
