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

/** Notes that the script of a trick ran. */
const run = (trick: string) => `(window.top.__XSS||=[]).push('${trick}')`;

const hostileMarkup = `
  <p>BEFORE-CANARY</p>
  <script>${run("script")}; document.title = "XSS-RAN"</script>
  <p class="trick" onclick="${run("click")}">tap</p>
  <img src="nothing.png" onerror="${run("error")}" alt=""/>
  <img src="https://tracker.example/pixel.png" alt=""/>
  <svg xmlns="http://www.w3.org/2000/svg" onload="${run("load")}"><script>${run("svg")}</script></svg>
  <iframe srcdoc="&lt;script&gt;${run("srcdoc")}&lt;/script&gt;"></iframe>
  <object data="https://tracker.example/thing"></object>
  <p style="background: url(https://tracker.example/paper.png)">paper</p>
  <form action="/api/logout"><input name="a" autofocus="autofocus" onfocus="${run("focus")}"/></form>
  <a class="trick" href="java&#10;script:void ${run("link")}">a trick</a>
  <p>AFTER-CANARY</p>${createParagraphs(3)}`;

/** Opens the chapter as it is in the file, in a frame like the reader's, and tries its tricks. */
async function openUntouched(page: Page) {
  const requests: string[] = [];
  await page.route("https://tracker.example/**", (route) => {
    requests.push(new URL(route.request().url()).pathname);
    return route.fulfill({ status: 204 });
  });
  const chapter = `<html xmlns="http://www.w3.org/1999/xhtml"><head><title>Tricks</title></head><body>${hostileMarkup}</body></html>`;
  await page.evaluate(async (text) => {
    const frame = document.createElement("iframe");
    frame.id = "untouched";
    frame.setAttribute("sandbox", "allow-same-origin allow-scripts");
    frame.src = URL.createObjectURL(new Blob([text], { type: "application/xhtml+xml" }));
    await new Promise((resolve) => {
      frame.addEventListener("load", resolve, { once: true });
      document.body.append(frame);
    });
  }, chapter);
  const frame = page.frameLocator("#untouched");
  await expect(frame.getByText("AFTER-CANARY")).toBeAttached();
  for (const trick of await frame.locator(".trick").all()) await trick.dispatchEvent("click");
  await frame.locator("input").evaluate((field) => field.dispatchEvent(new FocusEvent("focus")));
  return { requests };
}

const getRunTricks = (page: Page) =>
  page.evaluate(() => [...new Set((window as { __XSS?: string[] }).__XSS)].toSorted());

async function openBlank(page: Page, headers: Record<string, string> = {}): Promise<void> {
  const body = "<!doctype html><title>Blank</title>";
  await page.route("**/blank", (route) => route.fulfill({ contentType: "text/html", body, headers }));
  await page.goto("/blank");
}

test("the tricks of the tests run where nothing protects the page", async ({ make, openPage }) => {
  const page = await openPage(await make.user());
  await openBlank(page);

  const { requests } = await openUntouched(page);

  await expect
    .poll(() => getRunTricks(page))
    .toEqual(["click", "error", "focus", "link", "load", "script", "srcdoc", "svg"]);
  await expect.poll(() => requests.toSorted()).toEqual(["/paper.png", "/pixel.png", "/thing"]);
});

test("the policy of the reader alone stops them, in a chapter that was not cleaned", async ({
  make,
  openPage,
}) => {
  const page = await openPage(await make.user());
  const policy = (await page.request.get("/read/7")).headers()["content-security-policy"] ?? "";
  await openBlank(page, { "content-security-policy": policy });

  const { requests } = await openUntouched(page);

  expect(await getRunTricks(page)).toEqual([]);
  expect(requests).toEqual([]);
});

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
