import { eq } from "drizzle-orm";
import pg from "pg";
import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { readEmailLink } from "#shared/accounts/email-links.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { type DecisionId, decisionsContract } from "#shared/moderation/decisions-contract.ts";
import { auditContract } from "#shared/staff/audit.ts";
import { recordsContract } from "#shared/staff/records.ts";
import { staffUsersContract } from "#shared/staff/users.ts";
import { openDatabase } from "#server/db/client.ts";
import { auditLog, emails, users } from "#server/db/schema/accounts/accounts.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { pushDevices } from "#server/db/schema/system/push.ts";
import { contactMessages } from "#server/db/schema/system/support.ts";
import { hashPassword } from "#server/features/accounts/passwords/passwords.ts";
import { openQueue } from "#server/jobs/queue.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test, testWithMail } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { listJobRows } from "./record-queries.ts";
import { cancelJob, retryJob } from "./records.ts";

const {
  listUsers,
  suspendUser,
  endSessions,
  setRoles,
  deleteUser,
  sendVerification,
  grantMembership,
  createResetLink,
} = staffUsersContract;
const password = "lantern at dusk";
const until = new Date("2026-04-01T00:00:00Z");
const reason = "Repeated abuse in reviews.";

async function withPassword(app: TestApp, roles: Parameters<TestApp["make"]["user"]>[0] = {}) {
  const user = await app.make.user(roles);
  await app.db
    .update(users)
    .set({ passwordHash: await hashPassword(password) })
    .where(eq(users.id, user.id));
  return user;
}

const createAdmin = (app: TestApp) => withPassword(app, { isAdmin: true });

describe("accounts", () => {
  test("are searched by name, without addresses for employees", async ({ app }) => {
    const [adminUser, employee] = [await createAdmin(app), await app.make.user({ isEmployee: true })];
    const reader = await app.make.user({ firstName: "Zubayda", lastName: "al-Khatib", emailVerified: false });

    const result = await app.as(employee)(listUsers, { query: { search: "zubay" } });
    expect(result.users).toMatchObject([
      { id: reader.id, email: null, emailVerified: false, canManage: true },
    ]);
    expect(JSON.stringify(result)).not.toContain(reader.email);
    const byEmail = await app.as(employee)(listUsers, { query: { search: reader.email } });
    expect(byEmail.users).toEqual([]);
    const byAdmin = await app.as(adminUser)(listUsers, { query: { search: reader.email } });
    expect(byAdmin.users).toMatchObject([{ email: reader.email }]);
    const unverified = await app.as(adminUser)(listUsers, { query: { filter: "unverified" } });
    expect(unverified.users.map(({ id }) => id)).toContain(reader.id);
    await expect(app.as(reader)(listUsers, { query: {} })).rejects.toMatchObject({ status: 403 });
    const ids: string[] = [];
    for (let cursor: string | null = ""; cursor !== null; ) {
      const page: { users: { id: string }[]; nextCursor: string | null } = await app.as(adminUser)(
        listUsers,
        {
          query: { limit: 2, ...(cursor && { cursor }) },
        },
      );
      ids.push(...page.users.map(({ id }) => id));
      cursor = page.nextCursor;
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(await app.db.$count(users));
  });

  test("are suspended at once: sessions and push end, and sign-in shows the date", async ({ app }) => {
    const [employee, reader] = [await app.make.user({ isEmployee: true }), await withPassword(app)];
    const headers = { Cookie: await createSessionCookie(app.services, reader) };
    await app.db.insert(pushDevices).values({
      userId: reader.id,
      endpoint: `https://fcm.googleapis.com/fcm/send/${reader.id}`,
      p256dh: "x",
      auth: "y",
      name: "Phone",
      sessionHash: "hash",
    });
    expect((await app.fetch("/api/auth/user", { headers })).status).toBe(200);

    const suspended = await app.as(employee)(suspendUser, {
      params: { userId: reader.id },
      body: { until, reason },
    });

    expect(suspended).toMatchObject({ suspendedUntil: until, suspendedReason: reason });
    expect((await app.fetch("/api/auth/user", { headers })).status).toBe(401);
    expect(await app.db.$count(pushDevices, eq(pushDevices.userId, reader.id))).toBe(0);
    await expect(app.as(reader)(libraryContract.getLibraryCounts, {})).rejects.toMatchObject({ status: 401 });

    const credentials = { email: reader.email, password };
    const appeal = { body: { ...credentials, text: "I have done nothing of the kind." } };
    const wrong = { body: { ...appeal.body, password: "not-the-password" } };
    await expect(app.as(null)(decisionsContract.appealSuspension, wrong)).rejects.toMatchObject({
      status: 401,
    });
    await app.as(null)(decisionsContract.appealSuspension, appeal);
    await expect(app.as(null)(decisionsContract.appealSuspension, appeal)).rejects.toMatchObject({
      status: 409,
    });
    const { appeals } = await app.as(employee)(decisionsContract.listAppeals, { query: { limit: 100 } });
    const foundAppeal = appeals.find(({ user }) => user.id === reader.id);
    expect(foundAppeal).toMatchObject({
      isOwnDecision: true,
      decision: { kind: "suspension", reason, until },
    });
    await app.as(employee)(decisionsContract.decideAppeal, {
      params: { decisionId: foundAppeal?.decision.id as DecisionId },
      body: { isAccepted: true, answer: "It was a mistake." },
    });
    expect(await app.as(reader)(accountsContract.getUser, {})).toMatchObject({ id: reader.id });
    const logged = await app.db.select().from(auditLog).where(eq(auditLog.target, reader.id));
    expect(logged.map(({ action }) => action)).toEqual([
      "user.suspended",
      "user.suspension_lifted",
      "appeal.accepted",
    ]);
  });

  test("of staff and the user's own are protected from employees", async ({ app }) => {
    const [adminUser, employee, other] = [
      await createAdmin(app),
      await app.make.user({ isEmployee: true }),
      await app.make.user({ isEmployee: true }),
    ];
    for (const { id: userId } of [adminUser, other, employee]) {
      const params = { userId };
      await expect(app.as(employee)(suspendUser, { params, body: { until, reason } })).rejects.toMatchObject({
        status: 403,
      });
      await expect(app.as(employee)(endSessions, { params })).rejects.toMatchObject({ status: 403 });
    }
    const params = { userId: adminUser.id };
    await expect(app.as(adminUser)(suspendUser, { params, body: { until, reason } })).rejects.toMatchObject({
      status: 403,
    });
    const roles = { isAuthor: false, isEmployee: false, isAdmin: false, password };
    await expect(app.as(adminUser)(setRoles, { params, body: roles })).rejects.toMatchObject({ status: 403 });
    await expect(
      app.as(employee)(setRoles, { params: { userId: other.id }, body: roles }),
    ).rejects.toMatchObject({ status: 403 });
    await expect(app.as(employee)(deleteUser, { params, body: { password } })).rejects.toMatchObject({
      status: 403,
    });
  });

  test("get roles and memberships and are deleted by admins with their password", async ({ app }) => {
    const [adminUser, reader] = [await createAdmin(app), await app.make.user({ emailVerified: false })];
    const params = { userId: reader.id };
    const roles = { isAuthor: true, isEmployee: false, isAdmin: false };
    await expect(
      app.as(adminUser)(setRoles, { params, body: { ...roles, password: "wrong" } }),
    ).rejects.toMatchObject({ status: 400 });
    expect(await app.as(adminUser)(setRoles, { params, body: { ...roles, password } })).toMatchObject({
      isAuthor: true,
    });
    const granted = await app.as(adminUser)(grantMembership, { params, body: { months: 2 } });
    expect(granted.supporterUntil?.toISOString()).toBe("2026-05-01T12:00:00.000Z");
    await app.as(adminUser)(sendVerification, { params });
    expect(await app.db.$count(emails, eq(emails.to, reader.email))).toBe(1);

    await app.as(adminUser)(deleteUser, { params, body: { password } });

    expect(await app.db.$count(users, eq(users.id, reader.id))).toBe(0);
    await expect(app.as(adminUser)(grantMembership, { params, body: { months: 1 } })).rejects.toMatchObject({
      status: 404,
    });
  });
});

test("what staff do to one account leaves every other as it was", async ({ app }) => {
  const admin = await createAdmin(app);
  const [target, neighbour] = [await withPassword(app), await withPassword(app)];
  for (const user of [target, neighbour]) {
    await createSessionCookie(app.services, user);
    await app.as(admin)(grantMembership, { params: { userId: user.id }, body: { months: 1 } });
    await app.db.insert(pushDevices).values({
      userId: user.id,
      endpoint: `https://fcm.googleapis.com/fcm/send/${user.id}`,
      p256dh: "x",
      auth: "y",
      name: "Phone",
      sessionHash: `hash ${user.id}`,
    });
  }
  const before = await listRowsAbout(app.db, [neighbour.id]);

  const params = { userId: target.id };
  await app.as(admin)(grantMembership, { params, body: { months: 2 } });
  await app.as(admin)(endSessions, { params });
  await app.as(admin)(suspendUser, { params, body: { until, reason } });
  await app.as(admin)(setRoles, {
    params,
    body: { isAuthor: true, isEmployee: true, isAdmin: false, password },
  });
  await app.as(admin)(deleteUser, { params, body: { password } });

  expect(await listRowsAbout(app.db, [neighbour.id])).toEqual(before);
});

test.for([
  ["isEmployee", "reader", true],
  ["isEmployee", "isAuthor", true],
  ["isEmployee", "isEmployee", false],
  ["isEmployee", "isAdmin", false],
  ["isAdmin", "reader", true],
  ["isAdmin", "isEmployee", true],
  ["isAdmin", "isAdmin", true],
  ["isAdmin", "self", false],
  ["isEmployee", "self", false],
] as const)("%s acting on %s: %s", async ([role, targetRole, isAllowed], { app }) => {
  const actor = await app.make.user({ [role]: true });
  const target =
    targetRole === "self"
      ? actor
      : await app.make.user({ ...(targetRole !== "reader" && { [targetRole]: true }) });
  const neighbour = await app.make.user();
  const act = app.as(actor)(suspendUser, { params: { userId: target.id }, body: { until, reason } });

  if (isAllowed) await act;
  else await expect(act).rejects.toMatchObject({ status: 403 });

  const suspended = await app.db.select().from(users).where(eq(users.suspendedReason, reason));
  const ids = suspended.map(({ id }) => id);
  expect(ids.includes(target.id)).toBe(isAllowed);
  expect(ids).not.toContain(neighbour.id);
});

describe("records", () => {
  test("the audit log is for admins, and append-only", async ({ app }) => {
    const [adminUser, employee] = [await createAdmin(app), await app.make.user({ isEmployee: true })];
    const reader = await app.make.user();
    await app.as(employee)(endSessions, { params: { userId: reader.id } });

    const { entries } = await app.as(adminUser)(auditContract.listAudit, { query: { subject: reader.id } });

    expect(entries).toMatchObject([
      {
        action: "user.sessions_ended",
        subject: { kind: "user", id: reader.id, name: `${reader.firstName} Test` },
      },
    ]);
    await expect(app.as(employee)(auditContract.listAudit, { query: {} })).rejects.toMatchObject({
      status: 403,
    });
    await expect(app.db.delete(auditLog)).rejects.toThrow();
    await expect(app.db.update(auditLog).set({ action: "x" })).rejects.toThrow();
  });

  test("a contact message is answered once by email", async ({ app }) => {
    const employee = await app.make.user({ isEmployee: true });
    const [stored] = await app.db
      .insert(contactMessages)
      .values({ name: "Salma", email: "salma@example.org", topic: "book", message: "Where is chapter 3?" })
      .returning();
    const messageId = stored?.id ?? expect.fail();
    const answer = () =>
      app.as(employee)(recordsContract.answerMessage, {
        params: { messageId },
        body: { text: "It is there now." },
      });

    const answers = await Promise.allSettled([answer(), answer(), answer()]);

    expect(answers.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    const sent = await app.db.select().from(emails).where(eq(emails.to, "salma@example.org"));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.text).toBe("It is there now.\n\n> Where is chapter 3?\n");
    const open = await app.as(employee)(recordsContract.listMessages, { query: {} });
    expect(open.messages.map(({ id }) => id)).not.toContain(messageId);
    const answered = await app.as(employee)(recordsContract.listMessages, { query: { state: "answered" } });
    expect(answered.messages).toMatchObject([{ id: messageId, answer: "It is there now." }]);
  });

  test("stored emails are for admins only", async ({ app }) => {
    const [adminUser, employee] = [await createAdmin(app), await app.make.user({ isEmployee: true })];
    const email = { to: "x@example.org", subject: "Hello", text: "Text", status: "unsent" } as const;
    const [row] = await app.db.insert(emails).values(email).returning();
    await app.db.insert(emails).values({ ...email, text: "Another text" });
    const { emails: listed } = await app.as(adminUser)(recordsContract.listOutbox, {
      query: { status: "unsent" },
    });
    expect(listed.map(({ subject }) => subject)).toContain("Hello");
    await expect(app.as(employee)(recordsContract.listOutbox, { query: {} })).rejects.toMatchObject({
      status: 403,
    });
    const params = { emailId: row?.id ?? expect.fail() };
    expect(JSON.stringify(listed)).not.toContain("Text");

    expect(await app.as(adminUser)(recordsContract.readEmail, { params })).toEqual({ text: "Text" });

    await expect(app.as(employee)(recordsContract.readEmail, { params })).rejects.toMatchObject({
      status: 403,
    });
    const read = await app.db.select().from(auditLog).where(eq(auditLog.action, "email.read"));
    expect(read).toMatchObject([{ actorId: adminUser.id, target: params.emailId }]);
  });

  test("a password link is made by an admin, without SMTP, and its owner is notified", async ({ app }) => {
    const [adminUser, employee] = [await createAdmin(app), await withPassword(app, { isEmployee: true })];
    const [reader, other] = [await app.make.user(), await withPassword(app)];
    const [params, body] = [{ userId: reader.id }, { password }];
    const makeLink = app.as(adminUser);
    await expect(
      makeLink(createResetLink, { params, body: { password: "wrong password" } }),
    ).rejects.toMatchObject({ status: 400 });
    for (const { id } of [await createAdmin(app), adminUser]) {
      await expect(makeLink(createResetLink, { params: { userId: id }, body })).rejects.toMatchObject({
        status: 403,
      });
    }
    await expect(app.as(employee)(createResetLink, { params, body })).rejects.toMatchObject({ status: 403 });

    const { link } = await makeLink(createResetLink, { params, body });

    const { token = "" } = readEmailLink(new URL(link).hash) ?? {};
    await app.as(null)(accountsContract.resetPassword, { body: { token, newPassword: "a new lantern" } });
    const openBrowserAs = (email: string, newPassword: string) =>
      app.as(null)(accountsContract.signIn, { body: { email, password: newPassword } });
    expect((await openBrowserAs(reader.email, "a new lantern")).user.id).toBe(reader.id);
    expect((await openBrowserAs(other.email, password)).user.id).toBe(other.id);
    const made = await app.db.select().from(auditLog).where(eq(auditLog.action, "user.reset_link_made"));
    expect(made).toMatchObject([{ actorId: adminUser.id, target: reader.id }]);
    const notified = await app.db
      .select()
      .from(notifications)
      .where(eq(notifications.type, "reset_link_made"));
    expect(notified.map(({ userId }) => userId)).toEqual([reader.id]);
    const sent = await app.db.select().from(emails).where(eq(emails.to, reader.email));
    expect(sent.map(({ subject }) => subject)).toContain("Maktaba: A link to set a new password was created");
    expect(JSON.stringify(sent)).not.toContain(token);
  });

  testWithMail("a password link is not made by an admin where emails are sent", async ({ app }) => {
    const [adminUser, reader] = [await createAdmin(app), await app.make.user()];
    await expect(
      app.as(adminUser)(createResetLink, { params: { userId: reader.id }, body: { password } }),
    ).rejects.toMatchObject({ problem: { reason: { code: "reset_link_by_email" } } });
  });

  test("jobs are listed, retried and cancelled", async ({ app }) => {
    const adminUser = await createAdmin(app);
    const url = app.databaseUrl;
    const db = openDatabase(url);
    await openQueue(db, url);
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query(
      "select (graphile_worker.add_job('books.learn-words', max_attempts := 1)).id::text as id",
    );
    const id: string = rows[0].id;
    await client.query(
      "update graphile_worker._private_jobs set attempts = 1, last_error = 'It broke' where id = $1",
      [id],
    );
    try {
      expect((await listJobRows(db)).jobs).toMatchObject([{ id, state: "failed", lastError: "It broke" }]);
      await retryJob({ ...app.services, user: adminUser }, { params: { jobId: id } });
      expect((await app.as(adminUser)(recordsContract.listJobs, {})).jobs).toMatchObject([
        { id, state: "waiting" },
      ]);
      await cancelJob({ ...app.services, user: adminUser }, { params: { jobId: id } });
      expect((await listJobRows(db)).jobs).toEqual([]);
      await expect(
        cancelJob({ ...app.services, user: adminUser }, { params: { jobId: id } }),
      ).rejects.toMatchObject({ code: "conflict" });
    } finally {
      await client.end();
      await db.$client.end();
    }
  });
});
