import { type Browser, chromium } from "@playwright/test";
import { findBenchBrowser } from "#server/bench/bench-browser.ts";
import { median } from "#server/bench/load.ts";
import type { Bench, Report } from "#server/bench/section.ts";

const sizes = [1, 20, 200];
const attempts = 3;

/** Time from the click to the first text on the page, in Chromium; skipped without Chromium or a build. */
export async function measureInBrowser(
  report: Report,
  bench: Bench,
  books: ReadonlyMap<number, string>,
  cookie: string,
): Promise<void> {
  const found = findBenchBrowser();
  if (typeof found === "string") return report.note(`${found}: the first page was timed by the API alone`);
  const { executablePath } = found;
  report.step("opening them in Chromium");
  const server = await bench.startServer();
  const browser = await chromium.launch({ executablePath, chromiumSandbox: process.getuid?.() !== 0 });
  try {
    const timeBySize = new Map<number, number>();
    for (const size of sizes) {
      const times: number[] = [];
      for (let n = 0; n <= attempts; n++) {
        times.push(await openPage(browser, server.baseUrl, books.get(size) ?? "", cookie));
      }
      timeBySize.set(size, median(times.slice(1)));
      report.metric(`first page of ${size} MB, in Chromium`, timeBySize.get(size) ?? 0, "ms");
    }
    const ratio = (timeBySize.get(200) ?? 0) / (timeBySize.get(1) ?? 1);
    report.metric("200 MB : 1 MB, in Chromium", ratio, "", { max: 1.5 });
  } finally {
    await browser.close();
    await server.stop();
  }
}

/** @returns milliseconds until the first heading can be read. */
async function openPage(browser: Browser, baseUrl: string, bookId: string, cookie: string): Promise<number> {
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
  const timeout = new Promise<never>((_, reject) => {
    setTimeout(() => reject(new Error("the first page did not show within 30 s")), 30_000).unref();
  });
  await Promise.race([firstPageShown, timeout]);
  const elapsedMs = performance.now() - startedAt;
  await context.close();
  return elapsedMs;
}
