import { expect } from "@playwright/test";
import { languageCookie } from "#shared/api/language.ts";
import { createPublishedBook } from "#server/testing/books/create-published-book.ts";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";
import { cacheShell, goOffline, goOnline, listCachedUrls, phone } from "./support/offline.ts";
import { serveTwoBuilds } from "./support/two-builds.ts";

test("a list shows that it is offline, and loads when online", async ({ services, openPage }) => {
  await createPublishedBook(services, { title: "The Patient Gardener" });
  const page = await openPage(null, phone);
  await cacheShell(page, "/browse?search=Patient+Gardener");
  await goOffline(page);

  await page.reload();

  await expect(page.getByRole("status").filter({ hasText: "You appear to be offline." })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("You appear to be offline.");
  expect(await getViolations(page)).toEqual([]);
  await goOnline(page);
  await expect(page.getByRole("link", { name: /The Patient Gardener/ }).first()).toBeVisible();
  await expect(page.getByRole("alert")).toHaveCount(0);
});

test("starting offline keeps the session and continues online", async ({ make, openPage }) => {
  const page = await openPage(await make.user(), phone);
  await cacheShell(page, "/library");
  await goOffline(page);

  await page.goto("/library?status=finished");

  await expect(page.getByRole("heading", { level: 1, name: "My Library" })).toBeVisible();
  await expect(page.getByRole("alert")).toContainText("You appear to be offline.");
  await expect(page.getByRole("banner").getByRole("link", { name: "Sign In" })).toHaveCount(0);
  expect(await getViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Try Again" }).click();
  await expect(page.getByRole("alert")).toContainText("You appear to be offline.");
  await goOnline(page);
  await expect(page.getByRole("alert")).toHaveCount(0);
  expect(new URL(page.url()).pathname + new URL(page.url()).search).toBe("/library?status=finished");
});

test("the cached shell is Arabic for Arabic users", async ({ make, openPage, baseURL }) => {
  const page = await openPage(await make.user(), phone);
  await page.context().addCookies([{ name: languageCookie, value: "ar", url: baseURL ?? "" }]);
  await cacheShell(page, "/library");
  await goOffline(page);

  await page.reload();

  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(page.getByRole("heading", { level: 1, name: "مكتبتي" })).toBeVisible();
  expect(await getViolations(page)).toEqual([]);
});

test("a screen opened for the first time offline says so, and loads when online", async ({ openPage }) => {
  const page = await openPage(null, phone);
  await cacheShell(page, "/browse");
  await goOffline(page);

  await page.goto("/careers");

  await expect(page.getByRole("heading", { level: 1, name: "This page could not be loaded" })).toBeVisible();
  expect(await getViolations(page)).toEqual([]);
  await goOnline(page);
  await expect(page.getByRole("heading", { level: 1, name: "Careers" })).toBeVisible();
});

test("no personal data and no books are cached", async ({ make, importDemoBook, openPage }) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const page = await openPage(await make.user({ firstName: "Zubaydah" }), phone);
  await cacheShell(page, "/home");
  for (const path of [`/book/${bookId}`, "/library", "/browse", "/settings"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  }

  const stored = await listCachedUrls(page);

  expect(stored.filter((path) => path.startsWith("/assets/")).length).toBeGreaterThan(10);
  expect(stored.filter((path) => !path.startsWith("/assets/"))).toEqual(["/shell.html"]);
  const shell = await page.evaluate(async () => (await caches.match("/shell.html"))?.text());
  expect(shell).not.toMatch(/Zubaydah|name="visitor"|canonical|rel="preload" as="fetch"/);
});

test("a guest is known as one when the service worker passes the page through", async ({ openPage }) => {
  const page = await openPage(null, phone);
  await cacheShell(page, "/browse");
  let requested: string[] = [];
  page.on("request", (request) => requested.push(new URL(request.url()).pathname));

  await expect(async () => {
    requested = [];
    await page.goto("/top-rated-books");
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.waitForLoadState("networkidle");
    expect(requested).not.toContain("/api/auth/user");
  }).toPass();
});

test("a new build takes over without a blank page or a second load", async ({ openPage, baseURL }) => {
  const builds = await serveTwoBuilds(baseURL ?? "");
  try {
    const page = await openPage(null, phone);
    await cacheShell(page, `${builds.origin}/browse`);
    await page.evaluate(async () => {
      await (await caches.open("assets")).put("/assets/of-the-last-build-1.js", new Response(""));
      Object.assign(window, { isSamePage: true });
    });

    builds.build((script) => script.replace(/version:"\w+"/, 'version:"next"'));
    await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));

    await expect
      .poll(() => page.evaluate(async () => (await caches.keys()).sort()))
      .toEqual(["assets", "shell-next"]);
    await expect.poll(() => listCachedUrls(page)).not.toContain("/assets/of-the-last-build-1.js");
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
    await goOffline(page);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "All Books" })).toBeVisible();
  } finally {
    builds.close();
  }
});

test("a service worker of another build caches nothing, and the page works", async ({
  openPage,
  baseURL,
}) => {
  const builds = await serveTwoBuilds(baseURL ?? "");
  try {
    builds.build((script) => script.replace(/entry:"[^"]+"/, 'entry:"/assets/index-of-another.js"'));
    const page = await openPage(null, phone);

    await page.goto(`${builds.origin}/browse`);

    const rejected = await page.evaluate(async () => {
      const { installing } = await navigator.serviceWorker.register("/sw.js");
      if (installing?.state === "installing") {
        await new Promise((resolve) => installing.addEventListener("statechange", resolve));
      }
      return [installing?.state, await caches.keys()];
    });
    expect(rejected).toEqual(["redundant", []]);
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "All Books" })).toBeVisible();
  } finally {
    builds.close();
  }
});
