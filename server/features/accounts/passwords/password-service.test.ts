import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { readEmailLink } from "#shared/accounts/email-links.ts";
import { emails, users } from "#server/db/schema/accounts/accounts.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import type { SmtpPeer } from "#server/testing/peers/smtp-peer.ts";
import { testWithMail as test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { getUser, changePassword, forgotPassword, resetPassword, verifyEmail, resendVerification } =
  accountsContract;
const { createAppToken, updatePreferences, listSessions, endSession, endOtherSessions, signUp } =
  accountsContract;

const password = "a lantern at dusk";
const other = "a well in the sand";
let serial = 0;

async function createAccount(app: TestApp) {
  const n = ++serial;
  return createUser(app.services, {
    email: `amina${n}@example.org`,
    password,
    firstName: "Amina",
    lastName: "Said",
    username: `amina${n}`,
  });
}

async function findTokenFor(app: TestApp, smtp: SmtpPeer, email: string): Promise<string> {
  await app.runJobs();
  const link = /#\S+/.exec(smtp.getLastTextTo(email))?.[0] ?? "";
  return readEmailLink(link)?.token ?? "0".repeat(32);
}

const countEmails = async (app: TestApp) => (await app.db.select().from(emails)).length;

describe("changing the password", () => {
  test("keeps this session, ends the others, and notifies the owner", async ({ app }) => {
    const { email } = await createAccount(app);
    const [currentBrowser, otherBrowser] = [openBrowser(app), openBrowser(app)];
    await currentBrowser.signIn(email, password);
    await otherBrowser.signIn(email, password);

    await currentBrowser.call(changePassword, { body: { currentPassword: password, newPassword: other } });

    expect((await currentBrowser.call(getUser, {})).email).toBe(email);
    await expect(otherBrowser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    await expect(openBrowser(app).signIn(email, password)).rejects.toMatchObject({ status: 401 });
    expect((await openBrowser(app).signIn(email, other)).isNew).toBe(false);
    const sentEmails = (await app.db.select().from(emails)).filter(({ to }) => to === email);
    expect(sentEmails.at(-1)?.subject).toBe("Maktaba: Your password was changed");
  });

  test("sends the notice in the owner's language", async ({ app }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    await browser.call(updatePreferences, { body: { language: "ar" } });

    await browser.call(changePassword, { body: { currentPassword: password, newPassword: other } });

    const sentEmails = (await app.db.select().from(emails)).filter(({ to }) => to === email);
    expect(sentEmails.at(-1)?.subject).toBe("Maktaba: غُيّرت كلمة المرور");
    expect(sentEmails.at(-1)?.text).toContain("السلام عليكم Amina");
  });

  test("requires the current one", async ({ app }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(email, password);

    await expect(
      browser.call(changePassword, { body: { currentPassword: other, newPassword: other } }),
    ).rejects.toMatchObject({
      status: 400,
      problem: { fields: { currentPassword: { code: expect.any(String) } } },
    });
  });
});

describe("a forgotten password", () => {
  test("is reset by the emailed link, which ends all sessions and works once", async ({ app, smtp }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    await openBrowser(app).call(forgotPassword, { body: { email: email.toUpperCase() } });
    const token = await findTokenFor(app, smtp, email);

    await openBrowser(app).call(resetPassword, { body: { token, newPassword: other } });

    await expect(browser.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    expect((await openBrowser(app).signIn(email, other)).isNew).toBe(false);
    await expect(
      openBrowser(app).call(resetPassword, { body: { token, newPassword: password } }),
    ).rejects.toMatchObject({ status: 409 });
  });

  test("is reset with an end of the tokens of apps, which a changed one keeps", async ({ app, smtp }) => {
    const { id, email } = await createAccount(app);
    await app.db.update(users).set({ emailVerifiedAt: app.services.clock() }).where(eq(users.id, id));
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    const { secret } = await browser.call(createAppToken, {
      body: { name: "App", scopes: ["read"], password },
    });
    const getStatus = async () =>
      (await app.fetch("/api/user/library", { headers: { authorization: `Bearer ${secret}` } })).status;
    await browser.call(changePassword, { body: { currentPassword: password, newPassword: other } });
    expect(await getStatus()).toBe(200);
    await openBrowser(app).call(forgotPassword, { body: { email } });
    const token = await findTokenFor(app, smtp, email);

    await openBrowser(app).call(resetPassword, { body: { token, newPassword: password } });

    expect(await getStatus()).toBe(401);
  });

  test("is not reset by a link older than 30 minutes", async ({ app, smtp }) => {
    const { email } = await createAccount(app);
    await openBrowser(app).call(forgotPassword, { body: { email } });
    const token = await findTokenFor(app, smtp, email);

    app.setClock(new Date("2026-03-01T12:30:01Z"));
    const late = openBrowser(app).call(resetPassword, { body: { token, newPassword: other } });

    await expect(late).rejects.toMatchObject({ status: 409 });
    app.setClock(new Date("2026-03-01T12:00:00Z"));
  });

  test("is not reset by an older link after a newer one was sent", async ({ app, smtp }) => {
    const { email } = await createAccount(app);
    await openBrowser(app).call(forgotPassword, { body: { email } });
    const older = await findTokenFor(app, smtp, email);
    await openBrowser(app).call(forgotPassword, { body: { email } });
    await app.runJobs();

    await expect(
      openBrowser(app).call(resetPassword, { body: { token: older, newPassword: other } }),
    ).rejects.toMatchObject({ status: 409 });
  });

  test("gets the same reply for an unknown address, without an email", async ({ app }) => {
    const before = await countEmails(app);

    expect(await openBrowser(app).call(forgotPassword, { body: { email: "nobody@example.org" } })).toEqual({
      done: true,
    });
    await app.runJobs();
    expect(await countEmails(app)).toBe(before);
  });

  test("is stored as a hash only", async ({ app, smtp }) => {
    const { email } = await createAccount(app);
    await openBrowser(app).call(forgotPassword, { body: { email } });
    const token = await findTokenFor(app, smtp, email);

    const { rows } = await app.db.execute("select token_hash from account_tokens");

    expect(token).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe("an email address", () => {
  test("is confirmed by the emailed link, which can be sent again", async ({ app, smtp }) => {
    const browser = openBrowser(app);
    const n = ++serial;
    const body = {
      email: `fresh${n}@example.org`,
      password,
      firstName: "F",
      lastName: "F",
      username: `fresh${n}`,
    };
    await browser.call(signUp, { body });
    await app.runJobs();
    await browser.call(resendVerification, {});

    await openBrowser(app).call(verifyEmail, { body: { token: await findTokenFor(app, smtp, body.email) } });

    expect((await browser.call(getUser, {})).emailVerified).toBe(true);
  });

  test("is not confirmed by a token for another purpose", async ({ app, smtp }) => {
    const { email } = await createAccount(app);
    await openBrowser(app).call(forgotPassword, { body: { email } });

    await expect(
      openBrowser(app).call(verifyEmail, { body: { token: await findTokenFor(app, smtp, email) } }),
    ).rejects.toMatchObject({ status: 409 });
  });
});

describe("sessions", () => {
  test("are listed with device and network, the current one marked", async ({ app }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await openBrowser(app).signIn(email, password);
    await browser.signIn(email, password);

    const listed = await browser.call(listSessions, {});

    expect(listed).toHaveLength(2);
    expect(listed.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    expect(listed[0]).toMatchObject({ network: "127.0.0.0/24", device: "/" });
  });

  test("are ended one by one or all but the current one", async ({ app }) => {
    const { email } = await createAccount(app);
    const [currentBrowser, second, third] = [openBrowser(app), openBrowser(app), openBrowser(app)];
    for (const browser of [second, third, currentBrowser]) await browser.signIn(email, password);
    const mine = (await second.call(listSessions, {})).find(({ isCurrent }) => isCurrent);

    await currentBrowser.call(endSession, { params: { sessionId: mine?.id ?? "" } });
    await expect(second.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    expect((await third.call(getUser, {})).email).toBe(email);

    await currentBrowser.call(endOtherSessions, {});
    await expect(third.call(getUser, {})).rejects.toMatchObject({ status: 401 });
    expect(await currentBrowser.call(listSessions, {})).toHaveLength(1);
  });

  test("of other users are not found", async ({ app }) => {
    const [amina, yusuf] = [await createAccount(app), await createAccount(app)];
    const [first, second] = [openBrowser(app), openBrowser(app)];
    await first.signIn(amina.email, password);
    await second.signIn(yusuf.email, password);
    const [session] = await first.call(listSessions, {});

    await expect(second.call(endSession, { params: { sessionId: session?.id ?? "" } })).rejects.toMatchObject(
      {
        status: 404,
      },
    );
    expect((await first.call(getUser, {})).id).toBe(amina.id);
  });

  test("end after a day without use and after seven days", async ({ app }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    const cookie = `sid=${browser.cookies.get("sid")}`;
    const getStatusAt = async (time: string) => {
      app.setClock(new Date(time));
      app.clearCaches();
      return (await app.fetch("/api/auth/user", { headers: { Cookie: cookie } })).status;
    };

    const used: number[] = [];
    for (let day = 2; day <= 8; day++) used.push(await getStatusAt(`2026-03-0${day}T11:${60 - day}:00Z`));
    const afterSeven = await getStatusAt("2026-03-08T12:00:00Z");
    app.setClock(new Date("2026-03-01T12:00:00Z"));
    await openBrowser(app).signIn(email, password);

    expect(used).toEqual([200, 200, 200, 200, 200, 200, 200]);
    expect(afterSeven).toBe(401);
  });

  test("unused for a day are over", async ({ app }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(email, password);

    app.setClock(new Date("2026-03-02T12:00:00Z"));
    app.clearCaches();
    const late = browser.call(getUser, {});

    await expect(late).rejects.toMatchObject({ status: 401 });
    app.setClock(new Date("2026-03-01T12:00:00Z"));
  });

  test("are stored hashed", async ({ app }) => {
    const { email } = await createAccount(app);
    const browser = openBrowser(app);
    await browser.signIn(email, password);
    const id =
      decodeURIComponent(browser.cookies.get("sid") ?? "")
        .slice(2)
        .split(".")[0] ?? "";

    const { rows } = await app.db.execute("select * from sessions");

    expect(id.length).toBeGreaterThanOrEqual(22);
    expect(JSON.stringify(rows)).not.toContain(id);
  });
});
