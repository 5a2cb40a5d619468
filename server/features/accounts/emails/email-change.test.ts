import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { readEmailLink } from "#shared/accounts/email-links.ts";
import { emails } from "#server/db/schema/accounts/accounts.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { createFactories } from "#server/testing/factories.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import type { SmtpPeer } from "#server/testing/peers/smtp-peer.ts";
import { testWithMail as test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { waitForLock } from "#server/testing/wait-for-lock.ts";

const { getUser, changeEmail, confirmEmailChange, forgotPassword, resetPassword } = accountsContract;

const password = "a lantern at dusk";
let serial = 0;

async function createSignedInUser(app: TestApp) {
  const n = ++serial;
  const email = `moving${n}@example.org`;
  await createUser(app.services, {
    email,
    password,
    firstName: "Amina",
    lastName: "Said",
    username: `moving${n}`,
  });
  const browser = openBrowser(app);
  await browser.signIn(email, password);
  return { browser, email, next: `moved${n}@example.org` };
}

async function listEmailsTo(app: TestApp, email: string) {
  await app.runJobs();
  return (await app.db.select().from(emails)).filter(({ to }) => to === email);
}

async function findTokenFor(app: TestApp, smtp: SmtpPeer, email: string): Promise<string> {
  await app.runJobs();
  const link = /#\S+/.exec(smtp.getLastTextTo(email))?.[0] ?? "";
  return readEmailLink(link)?.token ?? "0".repeat(32);
}

describe("changing the email address", () => {
  test("happens when the link at the new one is used, once", async ({ app, smtp }) => {
    const { browser, email, next } = await createSignedInUser(app);

    await browser.call(changeEmail, { body: { email: next.toUpperCase(), password } });
    expect((await browser.call(getUser, {})).email).toBe(email);
    const token = await findTokenFor(app, smtp, next);
    await app.as(null)(confirmEmailChange, { body: { token } });

    expect(await browser.call(getUser, {})).toMatchObject({ email: next, emailVerified: true });
    expect((await listEmailsTo(app, email)).at(-1)?.subject).toBe("Maktaba: Your email address was changed");
    await expect(app.as(null)(confirmEmailChange, { body: { token } })).rejects.toMatchObject({
      status: 409,
    });
  });

  test("invalidates links sent to the old one", async ({ app, smtp }) => {
    const { browser, email, next } = await createSignedInUser(app);
    await browser.call(changeEmail, { body: { email: next, password } });
    const confirmToken = await findTokenFor(app, smtp, next);
    await app.as(null)(forgotPassword, { body: { email } });
    const resetToken = await findTokenFor(app, smtp, email);

    await app.as(null)(confirmEmailChange, { body: { token: confirmToken } });

    await expect(
      app.as(null)(resetPassword, { body: { token: resetToken, newPassword: "a well in the sand" } }),
    ).rejects.toMatchObject({ status: 409 });
  });

  test("requires the password", async ({ app }) => {
    const { browser, next } = await createSignedInUser(app);

    await expect(
      browser.call(changeEmail, { body: { email: next, password: "another lantern" } }),
    ).rejects.toMatchObject({ status: 400, problem: { fields: { password: { code: expect.any(String) } } } });
    expect(await listEmailsTo(app, next)).toEqual([]);
  });

  test("to another user's address does nothing and reveals nothing", async ({ app }) => {
    const [owner, other] = [await createSignedInUser(app), await createSignedInUser(app)];
    const before = (await listEmailsTo(app, other.email)).length;

    expect(await owner.browser.call(changeEmail, { body: { email: other.email, password } })).toEqual({
      done: true,
    });

    expect(await listEmailsTo(app, other.email)).toHaveLength(before);
  });

  test("to one that was taken meanwhile is rejected", async ({ app, smtp }) => {
    const { browser, email, next } = await createSignedInUser(app);
    await browser.call(changeEmail, { body: { email: next, password } });
    const token = await findTokenFor(app, smtp, next);
    // The registration commits while the change waits for it.
    const { refused } = await app.db.transaction(async (tx) => {
      await createFactories({ db: tx }).user({ email: next });
      const confirming = app.as(null)(confirmEmailChange, { body: { token } });
      const refused = expect(confirming).rejects.toMatchObject({
        status: 409,
        problem: { reason: { code: "email_used_meanwhile" } },
      });
      await waitForLock(app.db);
      return { refused };
    });

    await refused;
    expect((await browser.call(getUser, {})).email).toBe(email);
  });
});
