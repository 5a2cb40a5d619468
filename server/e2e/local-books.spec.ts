import { readFileSync } from "node:fs";
import { expect, type Page } from "@playwright/test";
import { findSample } from "#server/testing/books/import-sample.ts";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { cacheShell, goOffline, phone } from "./support/offline.ts";
import {
  createParagraphs,
  createSmallEpub,
  findSentence,
  getProgressRegion,
  getVisibleText,
  turnPage,
} from "./support/reading.ts";

const localBook = /\/read\/local\/[0-9a-f-]{36}$/;

const createBook = () =>
  createSmallEpub([
    { title: "The well", body: createParagraphs(40) },
    { title: "The road", body: `<p>A lantern swung.</p>${createParagraphs(20)}` },
  ]);

async function openFile(page: Page, file: string): Promise<void> {
  await page.getByLabel("Open a file").setInputFiles(file);
  await expect(page).toHaveURL(localBook);
  await expect(getProgressRegion(page)).toBeVisible({ timeout: 20_000 });
}

/** Waits for the service worker, which stores all screens after a file was added. */
const storeAllScreens = (page: Page): Promise<unknown> =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    const answered = new Promise((resolve) => {
      port1.onmessage = resolve;
    });
    active?.postMessage("kept books", [port2]);
    await answered;
  });

/** The calls with which the app reads a book of the catalogue. */
function watchCalls(page: Page): string[] {
  const calls: string[] = [];
  page.on("request", (request) => {
    const { pathname } = new URL(request.url());
    if (/^\/api\/(books\/[^/]+\/|positions|uploads)/.test(pathname)) calls.push(pathname);
  });
  return calls;
}

test("a file is read and searched without the server, and keeps its position", async ({ make, openPage }) => {
  const page = await openPage(await make.user());
  const calls = watchCalls(page);
  await page.goto("/library?view=downloads");
  await openFile(page, await createBook());

  const sentence = await turnPage(page, "PageDown");
  await page.reload();
  await expect(getProgressRegion(page)).toBeVisible({ timeout: 20_000 });
  expect(await findSentence(page)).toBe(sentence);
  await page.keyboard.press("/");
  await page.getByRole("searchbox", { name: "Search text" }).fill("lantern swung");
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /A lantern swung/ })
    .click();
  await expect.poll(() => getVisibleText(page)).toContain("A lantern swung.");
  expect(calls).toEqual([]);
});

test("a file is read offline, and signing out deletes it", async ({ make, openPage }) => {
  const page = await openPage(await make.user(), phone);
  await cacheShell(page, "/library?view=downloads");
  await openFile(page, await createBook());
  await turnPage(page, "PageDown");
  await storeAllScreens(page);
  await goOffline(page);
  await page.goto("/library?view=downloads");
  const list = page.getByRole("region", { name: "Files on this device only" });
  await expect(list.getByRole("link", { name: /^Read/ })).toBeVisible();
  expect(await getViolations(page)).toEqual([]);
  await list.getByRole("link", { name: /^Read/ }).click();
  await expect(getProgressRegion(page)).toBeVisible({ timeout: 20_000 });

  await page.goto("/library");
  await page.getByRole("button", { name: "Menu" }).click();
  await page.getByRole("button", { name: "Sign Out" }).click();
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toBeVisible();
  await expect
    .poll(() =>
      page.evaluate(async () => [
        ...(await caches.keys()).filter((name) => name.startsWith("kept-")),
        ...Object.keys(localStorage).filter((name) => name.startsWith("maktaba.local")),
      ]),
    )
    .toEqual([]);
});

test("a file that another app shares is opened by the service worker", async ({ make, openPage }) => {
  const page = await openPage(await make.user(), phone);
  await cacheShell(page, "/open");
  const content = readFileSync(await createBook()).toString("base64");
  // As the system does: a form with the file, sent as a navigation.
  await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const files = new DataTransfer();
    files.items.add(new File([bytes], "shared.epub", { type: "application/epub+zip" }));
    const form = Object.assign(document.createElement("form"), {
      method: "post",
      enctype: "multipart/form-data",
      action: "/open",
    });
    const input = Object.assign(document.createElement("input"), { type: "file", name: "file" });
    input.files = files.files;
    form.append(input);
    document.body.append(form);
    form.submit();
  }, content);

  await expect(page).toHaveURL(localBook, { timeout: 20_000 });
  await expect.poll(() => getVisibleText(page)).toContain("The well");
  expect(await page.evaluate(() => caches.has("kept-shared"))).toBe(false);
});

test("a file that is dropped on the page is opened", async ({ openPage }) => {
  const page = await openPage(null);
  await page.goto("/open");
  await expect(page.getByText("You can also drop a file here.")).toBeVisible();
  const content = readFileSync(await createBook()).toString("base64");
  const isTaken = await page.evaluate((base64) => {
    const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([bytes], "dropped.epub", { type: "application/epub+zip" }));
    const drag = { dataTransfer, bubbles: true, cancelable: true };
    // Without a taker the browser leaves the page for the file.
    return ["dragover", "drop"].map((type) => !document.body.dispatchEvent(new DragEvent(type, drag)));
  }, content);

  expect(isTaken).toEqual([true, true]);
  await expect(page).toHaveURL(localBook, { timeout: 20_000 });
  await expect.poll(() => getVisibleText(page)).toContain("The well");
});

test("without a service worker the page asks for the file, and a guest's file lasts as long as the tab", async ({
  openPage,
}) => {
  const page = await openPage(null);
  const reply = await page.request.post("/open", { multipart: { file: "x" }, maxRedirects: 0 });
  expect([reply.status(), reply.headers()["location"]]).toEqual([303, "/open?shared=lost"]);
  await page.goto("/open?shared=lost");
  await expect(page.getByRole("alert")).toHaveText("The file did not arrive. Choose it here instead.");
  expect(await getViolations(page)).toEqual([]);

  await openFile(page, await createBook());
  await expect.poll(() => getVisibleText(page)).toContain("The well");

  await page.reload();
  await expect(page.getByText("This book is not on this device").last()).toBeVisible();
});

for (const name of ["xss-chapter", "xss-metadata", "external-resources"]) {
  test(`the sample ${name} opens safely from a file`, async ({ openPage }) => {
    const file = findSample(`epub/hostile/${name}.epub`);
    test.skip(file === null, "the sample files are missing");
    const page = await openPage(null);
    const foreign: string[] = [];
    page.on("request", (request) => {
      const { protocol, hostname } = new URL(request.url());
      if (protocol.startsWith("http") && hostname !== "localhost") foreign.push(request.url());
    });
    page.on("dialog", (dialog) => {
      foreign.push(dialog.message());
      void dialog.dismiss();
    });
    await page.goto("/open");

    await openFile(page, file ?? "");
    await expect.poll(() => getVisibleText(page)).toMatch(name === "xss-chapter" ? /END-TEXT-CANARY/ : /\w/);
    await page.keyboard.press("t");
    await expect(page.getByRole("dialog", { name: "Contents" })).toBeVisible();

    expect(await page.evaluate(() => (window as { __XSS?: unknown }).__XSS)).toBeUndefined();
    expect(await page.title()).not.toContain("XSS-RAN");
    expect(foreign).toEqual([]);
  });
}

test("a file that is no book is refused with its reason", async ({ openPage }) => {
  const page = await openPage(null);
  await page.goto("/open");

  await page.getByLabel("Open a file").setInputFiles({
    name: "notes.epub",
    mimeType: "application/epub+zip",
    buffer: Buffer.from("<html>"),
  });

  await expect(page.getByRole("alert")).toHaveText("This is not an EPUB: the file contains something else.");
});
