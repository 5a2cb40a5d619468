import { expect } from "@playwright/test";
import { accountsContract } from "#shared/accounts/contract.ts";
import { test, waitForReply } from "./support/fixtures.ts";

test("a session is valid on its device only", async ({ make, openPage }) => {
  const reader = await make.user();

  const phone = await openPage(reader);
  const [known] = await Promise.all([waitForReply(phone, accountsContract.getUser), phone.goto("/")]);
  expect(await known.json()).toMatchObject({ username: reader.username });

  const guest = await openPage(null);
  const reply = await guest.request.get(accountsContract.getUser.path);
  expect(reply.status()).toBe(401);
});

test("the API page works under its own CSP", async ({ openPage }) => {
  const guest = await openPage(null);
  const cspErrors: string[] = [];
  guest.on("console", (message) => cspErrors.push(message.text()));

  await guest.goto("/api/docs");

  await expect(guest.getByRole("heading", { level: 1 })).toContainText("The API of");
  expect(cspErrors).toEqual([]);
});

test("a book of the demo library is found on its own page", async ({ importDemoBook, openPage }) => {
  const bookId = await importDemoBook("five-daily-prayers");

  const guest = await openPage(null);
  await guest.goto(`/book/${bookId}`);

  await expect(guest.getByRole("heading", { name: "The Five Daily Prayers" })).toBeVisible();
});
