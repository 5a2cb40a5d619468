import { expect, type Page } from "@playwright/test";
import { positionsContract } from "#shared/positions/contract.ts";
import { getOptimizedReaderUrl } from "#shared/reader/optimized-reader.ts";
import { activityContract } from "#shared/reading-activity/contract.ts";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

async function measureLoad(page: Page, url: string): Promise<number> {
  const transfers: Promise<number>[] = [];
  page.on("requestfinished", (request) =>
    transfers.push(request.sizes().then((sizes) => sizes.responseBodySize + sizes.responseHeadersSize)),
  );
  await page.goto(url, { waitUntil: "networkidle" });
  return (await Promise.all(transfers)).reduce((sum, size) => sum + size, 0);
}

test("the optimized reader: small, complete without scripts, with position and time saved by them", async ({
  make,
  openPage,
  importDemoBook,
  browser,
  baseURL,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: baseURL ?? "" });
  const withoutScripts = await context.newPage();
  expect(await measureLoad(withoutScripts, getOptimizedReaderUrl(bookId))).toBeLessThanOrEqual(30_000);
  await expect(withoutScripts.getByRole("heading", { level: 1 })).toHaveText(
    "Cairo, in the month of Shawwal",
  );
  await context.close();

  const page = await openPage(await make.user());
  await page.clock.install();
  expect(await measureLoad(page, getOptimizedReaderUrl(bookId))).toBeLessThanOrEqual(30_000);
  expect(await getViolations(page)).toEqual([]);
  await page.mouse.move(200, 200);
  await page.mouse.wheel(0, 300);
  await page.clock.runFor(25_000);
  await page.getByRole("link", { name: "Next" }).first().click();
  await page.waitForURL(/chapter=2/);
  await page.clock.runFor(5_000);
  await page.goto("/robots.txt");

  const fetchJson = async (url: string) => (await page.request.get(url)).json();
  await expect
    .poll(async () => (await fetchJson(activityContract.listActivity.path)).sessions)
    .toMatchObject([{ bookId, kind: "reading" }]);
  const [session] = (await fetchJson(activityContract.listActivity.path)).sessions;
  expect(session.seconds).toBeGreaterThanOrEqual(25);
  expect(session.pages).toBeGreaterThan(0);
  await expect
    .poll(async () => (await fetchJson(positionsContract.getPosition.path.replace(":bookId", bookId))).text)
    .toMatchObject({ sentence: "s1-0" });
});
