import { readFile } from "node:fs/promises";
import { expect } from "@playwright/test";
import { test } from "./support/fixtures.ts";

test.use({ timezoneId: "America/New_York" });

test("a month on the other side of the world is in its time zone, across clock changes", async ({ page }) => {
  await page.clock.install({ time: new Date("2026-04-04T06:00:00Z") });
  await page.goto("/athan-demo");
  const field = page.getByRole("combobox", { name: "City" });
  // A server that has just started may still be loading its cities.
  await expect(async () => {
    await field.fill("auck");
    await page.clock.runFor(1_000);
    await field.fill("auckl");
    await page.clock.runFor(1_000);
    await expect(page.getByRole("option", { name: /^Auckland.*New Zealand$/ })).toBeVisible({
      timeout: 2_000,
    });
  }).toPass();
  await field.press("Enter");

  const today = page.getByRole("heading", { name: "Auckland", exact: true }).locator("../..");
  await expect(today).toContainText("Saturday, 4 April 2026");
  await expect(today).toContainText("Local time there: 19:00");
  await expect(page.getByText("The clocks go back by 60 minutes.")).toBeVisible();

  const getRow = (day: string) => page.getByRole("row", { name: new RegExp(`^${day} `) });
  await expect(getRow("4")).toHaveAttribute("aria-current", "date");
  const getNoon = async (day: string) => (await getRow(day).getByRole("cell").nth(3).textContent()) ?? "";
  expect(await getNoon("4")).toMatch(/^13:/);
  expect(await getNoon("5")).toMatch(/^12:/);
  await expect(getRow("5")).toContainText("clocks change");

  const timer = page.getByRole("timer").first();
  const before = await timer.textContent();
  await page.clock.runFor(61_000);
  await expect(timer).not.toHaveText(before ?? "");
  await expect(today).toContainText("Local time there: 19:01");

  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Add to calendar" }).click();
  const file = await readFile(await (await download).path(), "utf8");
  const noonInUtc = (await getNoon("5")).replace(":", "");
  expect(file).toContain(`UID:2026-04-05-dhuhr-36.85s174.76e@maktaba\r\n`);
  expect(file).toContain(
    `DTSTART:20260405T00${noonInUtc.slice(2)}00Z\r\nSUMMARY:Dhuhr\r\nLOCATION:Auckland\r\n`,
  );
});
