import { once } from "node:events";
import type { Browser } from "@playwright/test";

/** @returns milliseconds until the first heading of a book can be read */
export async function openInBrowser(
  browser: Browser,
  baseUrl: string,
  bookId: string,
  cookie: string,
): Promise<number> {
  const context = await browser.newContext();
  const [name = "", value = ""] = cookie.split("=");
  await context.addCookies([{ name, value, url: baseUrl }]);
  const page = await context.newPage();
  const startedAt = performance.now();
  const firstPageShown = new Promise<void>((resolve) => {
    page.on("framenavigated", (frame) => {
      if (!frame.url().startsWith("blob:")) return;
      frame
        .locator("h1", { hasText: "Chapter 1" })
        .first()
        .waitFor({ state: "visible" })
        .then(resolve, () => {});
    });
  });
  await page.goto(`${baseUrl}/read/${bookId}`);
  const timeout = AbortSignal.timeout(30_000);
  await Promise.race([firstPageShown, once(timeout, "abort").then(() => timeout.throwIfAborted())]);
  const elapsedMs = performance.now() - startedAt;
  await context.close();
  return elapsedMs;
}
