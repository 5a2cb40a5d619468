import { expect } from "@playwright/test";
import { eq } from "drizzle-orm";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { getViolations } from "./support/axe.ts";
import { test } from "./support/fixtures.ts";

const password = "a lantern at dusk";

test("a passkey is added, signs in and is removed", async ({ services, openPage }) => {
  const name = `passkey-${Date.now()}`;
  const email = `${name}@example.org`;
  const user = await createUser(services, {
    email,
    password,
    firstName: "Huda",
    lastName: "N",
    username: name,
  });
  await services.db.update(users).set({ emailVerifiedAt: new Date() }).where(eq(users.id, user.id));

  const page = await openPage(null);
  const devTools = await page.context().newCDPSession(page);
  await devTools.send("WebAuthn.enable");
  await devTools.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });

  await page.goto("/auth");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Sign In", exact: true }).click();
  await page.waitForURL("**/home");

  await page.goto("/settings?part=security");
  await page.getByRole("button", { name: "Add a passkey" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Name").fill("My phone");
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Continue" }).click();
  await expect(page.getByText("My phone", { exact: true })).toBeVisible();
  await expect(page.getByText("Passkey added", { exact: true })).toBeVisible();
  expect(await getViolations(page)).toEqual([]);

  await page.context().clearCookies();
  await page.goto("/auth?returnTo=%2Fsettings%3Fpart%3Dsecurity");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await page.getByRole("button", { name: "Remove the passkey “My phone”" }).click();
  await dialog.getByLabel("Password", { exact: true }).fill(password);
  await dialog.getByRole("button", { name: "Remove" }).click();
  await expect(page.getByText("My phone", { exact: true })).toHaveCount(0);

  await page.context().clearCookies();
  await page.goto("/auth");
  await page.getByRole("button", { name: "Sign in with a passkey" }).click();
  await expect(page.getByText("This passkey does not belong to an account here.").first()).toBeVisible();
});
