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

test("the message of a failed sign-in leaves the button free on a phone", async ({ openPage }) => {
  const phone = await openPage(null, { viewport: { width: 360, height: 740 } });
  await phone.route(accountsContract.signIn.path, (route) =>
    route.fulfill({ status: 401, json: { code: "unauthenticated", message: "" } }),
  );
  await phone.goto("/auth");
  await phone.getByLabel("Email").fill("amina@example.org");
  await phone.getByLabel("Password", { exact: true }).fill("a lantern at dusk");
  const button = phone.getByRole("main").getByRole("button", { name: "Sign In", exact: true });
  await button.click();

  await expect(phone.getByText("Sign In Failed").first()).toBeVisible();

  const isFree = await button.evaluate((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return element.contains(document.elementFromPoint(x + width / 2, y + height / 2));
  });
  expect(isFree).toBe(true);
});
