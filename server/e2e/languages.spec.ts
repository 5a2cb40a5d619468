import { expect, type Page } from "@playwright/test";
import { test } from "./support/fixtures.ts";
import { openBook, turnPage } from "./support/reading.ts";

const getRoot = (page: Page) => page.locator("html");

function collectUnexpectedErrors(page: Page): readonly string[] {
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  page.on("console", (message) => {
    const isExpected = /\b401\b|Permissions-Policy|allow-same-origin/.test(message.text());
    if (message.type() === "error" && !isExpected) errors.push(message.text());
  });
  return errors;
}

test("a guest switches to Arabic and back, and the server remembers", async ({ openPage }) => {
  const page = await openPage(null);
  const errors = collectUnexpectedErrors(page);
  await page.goto("/auth");
  await expect(page.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();

  await page.getByRole("contentinfo").getByRole("button", { name: "العربية" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "تسجيل الدخول" })).toBeVisible();
  await expect(getRoot(page)).toHaveAttribute("dir", "rtl");
  await expect(page).toHaveTitle(/تسجيل الدخول/);
  const served = await page.request.get("/auth");
  expect(await served.text()).toContain('<html lang="ar" dir="rtl"');

  await page.reload();
  await expect(page.getByRole("heading", { level: 1, name: "تسجيل الدخول" })).toBeVisible();
  await page.getByRole("contentinfo").getByRole("button", { name: "English" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await expect(getRoot(page)).toHaveAttribute("dir", "ltr");
  expect(errors).toEqual([]);
});

test("an English visitor loads nothing Arabic", async ({ openPage }) => {
  const page = await openPage(null);
  const fetched: string[] = [];
  page.on("request", (request) => fetched.push(request.url()));

  await page.goto("/auth");
  await expect(page.getByRole("heading", { level: 1, name: "Sign In" })).toBeVisible();
  await page.waitForLoadState("networkidle");

  expect(fetched.filter((url) => /arabic|amiri/i.test(url))).toEqual([]);
});

test("a position survives the change of language", async ({ make, importDemoBook, openPage }) => {
  const bookId = await importDemoBook("five-daily-prayers");
  const page = await openPage(await make.user());
  const errors = collectUnexpectedErrors(page);
  await openBook(page, bookId);
  await turnPage(page, "ArrowRight");
  const sentence = await turnPage(page, "ArrowRight");

  await page.goto("/settings?part=appearance");
  await page.getByLabel("Language").selectOption({ label: "العربية" });
  await expect(page.getByRole("heading", { level: 1, name: "الإعدادات" })).toBeVisible();
  await page.goto(`/read/${bookId}`);

  const text = page.getByRole("region", { name: "نص الكتاب" });
  await expect(text).toHaveAttribute("data-sentence", sentence);
  // The progress of an English book runs from left to right here too, and so do its arrows.
  await expect(page.locator(".lucide-chevron-left")).toHaveCSS("scale", "none");
  expect(errors).toEqual([]);
});

test("no Arabic screen scrolls sideways, from a small phone to a tablet", async ({
  importDemoBook,
  openPage,
}) => {
  const bookId = await importDemoBook("letters-from-the-road");
  const page = await openPage(null, { viewport: { width: 360, height: 740 } });
  await page.goto("/auth");
  await page.getByRole("contentinfo").getByRole("button", { name: "العربية" }).click();
  await expect(getRoot(page)).toHaveAttribute("dir", "rtl");

  for (const path of ["/", "/browse", `/book/${bookId}`, "/auth", "/nowhere"]) {
    await page.goto(path);
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    for (const width of [360, 640, 768, 1024]) {
      await page.setViewportSize({ width, height: 740 });
      const excess = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(excess, `${path} at ${width} px`).toBeLessThanOrEqual(0);
    }
    await page.setViewportSize({ width: 360, height: 740 });
  }
});
