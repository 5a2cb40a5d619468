import { expect } from "@playwright/test";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

test("an admin adds a webhook, sends a test message and deletes it", async ({ make, openPage }) => {
  const page = await openPage(await make.user({ isAdmin: true, isEmployee: true }));
  await page.goto("/admin/webhooks");
  await page.getByRole("button", { name: "Add webhook" }).click();
  const dialog = page.getByRole("dialog");
  const address = dialog.getByLabel("URL");
  await address.fill("https://127.0.0.1/hook");
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByText("This address cannot be fetched", { exact: false }).first()).toBeVisible();
  await address.fill("https://hooks.invalid/library");
  await dialog.getByLabel("A review is written").uncheck();
  expect(await getViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Add webhook" }).click();
  await expect(dialog.getByText(/^whsec_/)).toBeVisible();
  await dialog.getByRole("button", { name: "I have saved it" }).click();

  await page.getByRole("button", { name: "Send test message" }).click();
  const deliveries = page.getByRole("region", { name: "Deliveries to hooks.invalid" });
  await deliveries.getByText("Failed", { exact: false }).click();
  await expect(deliveries.getByText("No connection to the endpoint.")).toBeVisible();
  await expect(page.getByText(/whsec_/)).toHaveCount(0);
  expect(await getViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Actions for hooks.invalid" }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
  await expect(page.getByText("No webhooks")).toBeVisible();
});
