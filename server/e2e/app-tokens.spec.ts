import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { createUser } from "#server/features/accounts/service.ts";
import type { Services } from "#server/services.ts";
import { storeBook } from "#server/testing/books/stored-book.ts";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

const password = "a lantern at dusk";

async function createVerifiedUser(services: Services) {
  const name = `app-token-${Date.now()}`;
  const email = `${name}@example.org`;
  const names = { firstName: "Huda", lastName: "N", username: name };
  const user = await createUser(services, { email, password, ...names });
  await services.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, user.id));
  return user;
}

test("a token for another app is created, shown once and revoked", async ({ services, openPage }) => {
  const page = await openPage(await createVerifiedUser(services));
  await page.goto("/settings?part=apps");
  await page.getByRole("button", { name: "Create a token" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("KOReader");
  await dialog.getByLabel("Sync your place, library and highlights").uncheck();
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  expect(await getViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create a token" }).click();
  const secret = await dialog.getByText(/^app_/).textContent();
  await dialog.getByRole("button", { name: "I have saved it" }).click();
  const headers = { Authorization: `Bearer ${secret}` };
  expect((await page.request.get("/api/user/library", { headers })).status()).toBe(200);

  await page.reload();
  await expect(page.getByText("KOReader", { exact: true })).toBeVisible();
  await expect(page.getByText("Browse, read and listen", { exact: true })).toBeVisible();
  await expect(page.getByText(/^app_/)).toHaveCount(0);
  expect(await getViolations(page)).toEqual([]);
  await page.getByRole("button", { name: "Revoke the token “KOReader”" }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText("KOReader", { exact: true })).toHaveCount(0);
  expect((await page.request.get("/api/user/library", { headers })).status()).toBe(401);
});

test("the address of the catalogue leads to it", async ({ services, openPage }) => {
  const page = await openPage(await createVerifiedUser(services));
  await page.goto("/settings?part=apps");

  for (const [path, type] of [
    ["/opds/v2", "application/opds+json"],
    ["/opds", "application/atom+xml;profile=opds-catalog;kind=navigation;charset=utf-8"],
  ] as const) {
    const address = page.getByText(new RegExp(`^http.*${path}$`));
    await expect(address).toBeVisible();
    const reply = await page.request.get((await address.textContent()) ?? "");
    expect([reply.status(), reply.headers()["content-type"]]).toEqual([200, type]);
  }
  expect(await getViolations(page)).toEqual([]);
});

test("a private podcast address is made in the menu of a book, and ends with its token", async ({
  services,
  openPage,
}) => {
  const book = await storeBook(services);
  const page = await openPage(await createVerifiedUser(services));
  await page.goto(`/book/${book.id}`);
  await page.getByRole("button", { name: "Add to library" }).click();
  await page.getByRole("menuitem", { name: "Podcast" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  expect(await getViolations(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create private address" }).click();
  const url = await dialog.getByText(/\/podcasts\/private\/app_/).textContent();
  const feed = await page.request.get(url ?? "");
  expect(await feed.text()).toContain(`<title>${book.title}</title>`);

  await page.goto("/settings?part=apps");
  await page.getByRole("button", { name: `Revoke the token “Podcast: ${book.title}”` }).click();
  await dialog.getByRole("button", { name: "Revoke" }).click();
  await expect(page.getByText(`Podcast: ${book.title}`)).toHaveCount(0);
  expect((await page.request.get(url ?? "")).status()).toBe(401);
});
