import { expect, type Page } from "@playwright/test";
import { findSample } from "#server/testing/books/import-sample.ts";
import { test } from "./support/fixtures.ts";
import {
  createParagraphs,
  createSmallEpub,
  getDocuments,
  getProgressRegion,
  getVisibleText,
  openBook,
} from "./support/reading.ts";

const hostileMarkup = `
  <p>BEFORE-CANARY</p>
  <script>window.top.__XSS = 1; document.title = "XSS-RAN"</script>
  <p onclick="window.top.__XSS = 1">tap</p>
  <img src="nothing.png" onerror="window.top.__XSS = 1" alt=""/>
  <img src="https://tracker.example/pixel.png" alt=""/>
  <svg xmlns="http://www.w3.org/2000/svg" onload="window.top.__XSS = 1"><script>window.top.__XSS = 1</script></svg>
  <iframe srcdoc="&lt;script&gt;window.top.__XSS = 1&lt;/script&gt;"></iframe>
  <object data="https://tracker.example/thing"></object>
  <p style="background: url(https://tracker.example/paper.png)">paper</p>
  <form action="/api/logout"><input name="a" autofocus="autofocus" onfocus="window.top.__XSS = 1"/></form>
  <a class="trick" href="java&#10;script:window.top.__XSS=1">a trick</a>
  <p>AFTER-CANARY</p>${createParagraphs(3)}`;

function watchPage(page: Page) {
  const externalRequests: string[] = [];
  const dialogs: string[] = [];
  page.on("request", (request) => {
    const { protocol, hostname, pathname } = new URL(request.url());
    if (protocol.startsWith("http") && hostname !== "localhost") externalRequests.push(request.url());
    if (pathname === "/api/logout") externalRequests.push(request.url());
  });
  page.on("dialog", (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  return {
    expectNothing: async () => {
      expect(await page.evaluate(() => (window as { __XSS?: unknown }).__XSS)).toBeUndefined();
      expect(await page.title()).not.toContain("XSS-RAN");
      expect({ externalRequests, dialogs }).toEqual({ externalRequests: [], dialogs: [] });
      expect(new URL(page.url()).pathname).toMatch(/^\/read\//);
    },
  };
}

test("scripts of a book never run, and nothing in it contacts other hosts", async ({
  make,
  importSample,
  openPage,
}) => {
  const bookId = await importSample(await createSmallEpub([{ title: "Tricks", body: hostileMarkup }]));
  const page = await openPage(await make.user());
  const pageWatch = watchPage(page);

  await openBook(page, bookId);
  await expect.poll(() => getVisibleText(page)).toContain("BEFORE-CANARY");
  await expect.poll(() => getVisibleText(page)).toContain("AFTER-CANARY");
  for (const frame of getDocuments(page)) {
    for (const element of await frame.locator("p, a").all())
      await element.click({ force: true, timeout: 2000 });
  }
  await pageWatch.expectNothing();
});

for (const name of ["xss-chapter", "xss-metadata", "external-resources"]) {
  test(`the sample ${name} opens safely`, async ({ make, importSample, openPage }) => {
    const file = findSample(`epub/hostile/${name}.epub`);
    test.skip(file === null, "the sample files are missing");
    const page = await openPage(await make.user());
    const pageWatch = watchPage(page);

    await openBook(page, await importSample(file ?? ""));
    await expect.poll(() => getVisibleText(page)).toMatch(/\w/);
    if (name === "xss-chapter") {
      await expect.poll(() => getVisibleText(page)).toContain("VISIBLE-TEXT-CANARY");
      await expect.poll(() => getVisibleText(page)).toContain("END-TEXT-CANARY");
    }
    await page.keyboard.press("t");
    await expect(page.getByRole("dialog", { name: "Contents" })).toBeVisible();
    await pageWatch.expectNothing();
  });
}

test("a missing file is reported where it was, and pages turn across it", async ({
  make,
  importSample,
  openPage,
}) => {
  const file = findSample("epub/hostile/spine-missing-file.epub");
  test.skip(file === null, "the sample files are missing");
  const page = await openPage(await make.user());
  await openBook(page, await importSample(file ?? ""));
  await expect.poll(() => getVisibleText(page)).toContain("Chapter 1");

  await page.keyboard.press("PageDown");
  await expect.poll(() => getVisibleText(page)).toContain("Section missing");
  await expect(async () => {
    await page.keyboard.press("PageDown");
    expect(await getVisibleText(page)).toContain("Chapter 3");
  }).toPass();
  await expect(async () => {
    await page.keyboard.press("PageUp");
    expect(await getVisibleText(page)).toContain("Chapter 1");
  }).toPass();
  await expect(getProgressRegion(page)).toContainText("0.0%");
});
