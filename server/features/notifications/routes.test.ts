import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { NotificationId, notificationsContract } from "#shared/notifications/contract.ts";
import { notificationSettingTypes } from "#shared/notifications/registry.ts";
import { emails, users } from "#server/db/schema/accounts/accounts.ts";
import { notifications as table } from "#server/db/schema/system/notifications.ts";
import { pushDevices } from "#server/db/schema/system/push.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { waitForLock } from "#server/testing/wait-for-lock.ts";
import { sendDigests } from "./digests.ts";
import { digests, purgeNotifications } from "./jobs.ts";
import { notify, notifyAll, withdraw, withdrawSubject } from "./service.ts";
import { createUnsubscribeToken } from "./unsubscribe.ts";

const { listNotifications, markRead, markAllRead, getSettings, updateSetting } = notificationsContract;

const makeEvent = (key: string) => ({
  type: "new_book" as const,
  params: { bookId: "1", book: `Book ${key}` },
  key,
});

describe("notifications", () => {
  test("are newest first, with total and unread counts", async ({ app }) => {
    const reader = await app.make.user();
    for (const [minute, key] of ["a", "b", "c"].entries()) {
      app.setClock(new Date(`2026-03-01T12:0${minute}:00Z`));
      await notify(app.services, reader.id, makeEvent(key));
    }

    const page = await app.as(reader)(listNotifications, { query: {} });

    expect(page).toMatchObject({ unreadCount: 3, totalCount: 3, nextCursor: null });
    expect(page.notifications.map(({ params }) => params["book"])).toEqual(["Book c", "Book b", "Book a"]);
    expect(page.notifications[0]).toMatchObject({
      type: "new_book",
      title: "A book you were waiting for is here",
      message: "“Book c” is now available.",
      isRead: false,
      actionUrl: "/book/1",
    });
  });

  test("are created once per key, also concurrently", async ({ app }) => {
    const reader = await app.make.user();

    await Promise.all(Array.from({ length: 20 }, () => notify(app.services, reader.id, makeEvent("once"))));

    const { totalCount } = await app.as(reader)(listNotifications, { query: {} });
    expect(totalCount).toBe(1);
    expect(app.published.filter(({ userId }) => userId === reader.id)).toEqual([
      { userId: reader.id, event: { topics: ["notification"] } },
    ]);
  });

  test("of a failed transaction do not exist", async ({ app }) => {
    const reader = await app.make.user();
    const failing = app.services.db.transaction(async (tx) => {
      await notify(app.services, reader.id, makeEvent("never"), tx);
      throw new Error("no");
    });

    await expect(failing).rejects.toThrow("no");

    expect((await app.as(reader)(listNotifications, { query: {} })).totalCount).toBe(0);
  });

  test("are marked as read, one or all", async ({ app }) => {
    const reader = await app.make.user();
    for (const key of ["a", "b", "c"]) await notify(app.services, reader.id, makeEvent(key));
    const as = app.as(reader);
    const { notifications } = await as(listNotifications, { query: {} });
    const notificationId = notifications[1]?.id ?? NotificationId.parse("");

    await as(markRead, { params: { notificationId } });
    await as(markRead, { params: { notificationId } });
    const one = await as(listNotifications, { query: {} });
    await as(markAllRead, {});
    const all = await as(listNotifications, { query: {} });

    expect(one.unreadCount).toBe(2);
    const unread = await as(listNotifications, { query: { only: "unread" } });
    expect(unread.notifications).toEqual([]);
    expect(one.notifications.find(({ id }) => id === notificationId)?.isRead).toBe(true);
    expect(all).toMatchObject({ unreadCount: 0, totalCount: 3 });
  });

  test("are withdrawn by their key, for one reader", async ({ app }) => {
    const [reader, neighbour] = [await app.make.user(), await app.make.user()];
    for (const user of [reader, neighbour]) {
      for (const key of ["one", "two"]) await notify(app.services, user.id, makeEvent(key));
    }
    const before = await listRowsAbout(app.db, [neighbour.id]);

    await withdraw(app.db, reader.id, "one");

    const { notifications } = await app.as(reader)(listNotifications, { query: {} });
    expect(notifications.map(({ params }) => params["book"])).toEqual(["Book two"]);
    expect(await listRowsAbout(app.db, [neighbour.id])).toEqual(before);
  });

  test("keep the time at which they were first read", async ({ app }) => {
    const reader = await app.make.user();
    await notify(app.services, reader.id, makeEvent("a"));
    const firstRead = app.services.clock();
    await app.as(reader)(markAllRead, {});
    app.setClock(new Date(firstRead.getTime() + 60_000));

    await notify(app.services, reader.id, makeEvent("b"));
    await app.as(reader)(markAllRead, {});

    const rows = await app.db.select().from(table).where(eq(table.userId, reader.id));
    expect(rows.find(({ key }) => key === "a")?.readAt).toEqual(firstRead);
  });

  test("are paged, each once", async ({ app }) => {
    const reader = await app.make.user();
    for (let n = 0; n < 7; n++) await notify(app.services, reader.id, makeEvent(`${n}`));
    const as = app.as(reader);
    const ids: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await as(listNotifications, { query: { limit: 3, cursor } });
      ids.push(...page.notifications.map(({ id }) => id));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);

    expect(new Set(ids).size).toBe(7);
    expect(ids).toHaveLength(7);
  });

  test("are private", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    await notify(app.services, amina.id, makeEvent("private"));
    const { notifications } = await app.as(amina)(listNotifications, { query: {} });
    const params = { notificationId: notifications[0]?.id ?? NotificationId.parse("") };

    await expect(app.as(null)(listNotifications, { query: {} })).rejects.toMatchObject({ status: 401 });
    await expect(app.as(null)(markAllRead, {})).rejects.toMatchObject({ status: 401 });
    await expect(app.as(null)(markRead, { params })).rejects.toMatchObject({ status: 401 });
    await expect(app.as(yusuf)(markRead, { params })).rejects.toMatchObject({ status: 404 });
    await app.as(yusuf)(markAllRead, {});
    expect(await app.as(yusuf)(listNotifications, { query: {} })).toMatchObject({ totalCount: 0 });
    expect(await app.as(amina)(listNotifications, { query: {} })).toMatchObject({ unreadCount: 1 });
  });

  test("reject foreign cursors", async ({ app }) => {
    const as = app.as(await app.make.user());

    await expect(as(listNotifications, { query: { cursor: "bm9uc2Vuc2U" } })).rejects.toMatchObject({
      status: 400,
    });
  });
});

describe("notification channels", () => {
  const listEmailsTo = async ({ db }: Parameters<typeof notify>[0], email: string) =>
    (await db.select().from(emails)).filter(
      ({ to, subject }) => to === email && /A book you were waiting for|كتاب كنت تنتظره/.test(subject),
    );

  test("default to in-app", async ({ app }) => {
    const as = app.as(await app.make.user());

    const before = await as(getSettings, {});
    expect(before.map(({ type }) => type)).toEqual(notificationSettingTypes);
    expect(before).toEqual(before.map(({ type }) => ({ type, inApp: true, email: false, push: true })));
    await as(updateSetting, { body: { type: "new_book", email: true } });
    await as(updateSetting, { body: { type: "new_book", inApp: false } });
    await as(updateSetting, { body: { type: "new_book" } });
    expect(await as(getSettings, {})).toEqual(
      before.map((each) => (each.type === "new_book" ? { ...each, inApp: false, email: true } : each)),
    );
  });

  test("can include email, sent once", async ({ app }) => {
    const reader = await app.make.user();
    await app.as(reader)(updateSetting, { body: { type: "new_book", email: true } });

    await notify(app.services, reader.id, makeEvent("mailed"));
    await notify(app.services, reader.id, makeEvent("mailed"));
    await notify(app.services, reader.id, {
      type: "challenge_new",
      params: { challengeId: "1", title: "Other", titleArabic: "" },
      key: "other",
    });

    const emails = await listEmailsTo(app.services, reader.email);
    expect(emails.map(({ text }) => text)).toEqual([expect.stringContaining("Book mailed")]);
    expect(emails[0]?.text).toContain("/book/1");
    expect(emails[0]?.text).toContain("/notifications-settings");
    expect((await app.as(reader)(listNotifications, { query: {} })).totalCount).toBe(2);
  });

  test("can be email only, without an unread mark", async ({ app }) => {
    const reader = await app.make.user();
    await app.as(reader)(updateSetting, { body: { type: "new_book", inApp: false, email: true } });

    await notify(app.services, reader.id, makeEvent("quiet"));
    await notify(app.services, reader.id, makeEvent("quiet"));

    expect(await app.as(reader)(listNotifications, { query: {} })).toMatchObject({
      notifications: [],
      unreadCount: 0,
      totalCount: 0,
    });
    expect(await listEmailsTo(app.services, reader.email)).toHaveLength(1);
    const topics = app.published.flatMap(({ userId, event }) => (userId === reader.id ? event.topics : []));
    expect(topics).not.toContain("notification");
  });

  test("use each user's language, also in emails", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    await app.as(amina)(accountsContract.updatePreferences, { body: { language: "ar" } });
    for (const reader of [amina, yusuf]) {
      await app.as(reader)(updateSetting, { body: { type: "new_book", email: true } });
    }

    await notifyAll(app.services, [amina.id, yusuf.id], makeEvent("both"));

    const getEmail = async (reader: typeof amina) =>
      (await listEmailsTo(app.services, reader.email))[0]?.text;
    expect(await getEmail(amina)).toMatch(
      /^السلام عليكم [\s\S]*أصبح كتاب «Book both» متاحًا[\s\S]*لإيقاف هذه الرسائل/,
    );
    expect(await getEmail(yusuf)).toMatch(
      /^Salam [\s\S]*“Book both” is now available[\s\S]*To stop these emails/,
    );
    for (const [reader, language] of [
      [yusuf, "ar"],
      [amina, "en"],
    ] as const) {
      const headers = { "Accept-Language": language };
      const reply = await app.fetch("/api/notifications", { as: reader, headers });
      expect((await reply.json()).notifications).toMatchObject([{ title: "صدر كتاب كنت تنتظره" }]);
    }
  });

  test("apply to bulk notifications", async ({ app }) => {
    const [inAppReader, emailReader] = [await app.make.user(), await app.make.user()];
    await app.as(inAppReader)(updateSetting, { body: { type: "new_book", inApp: false } });
    await app.as(emailReader)(updateSetting, { body: { type: "new_book", inApp: false, email: true } });

    for (let times = 0; times < 2; times++) {
      await notifyAll(app.services, [inAppReader.id, emailReader.id], makeEvent("many"));
    }

    for (const reader of [inAppReader, emailReader]) {
      expect((await app.as(reader)(listNotifications, { query: {} })).totalCount).toBe(0);
    }
    expect(await listEmailsTo(app.services, inAppReader.email)).toEqual([]);
    expect(await listEmailsTo(app.services, emailReader.email)).toHaveLength(1);
  });

  test("can be off, for one type", async ({ app }) => {
    const [reader, neighbour] = [await app.make.user(), await app.make.user()];
    await app.as(neighbour)(updateSetting, { body: { type: "reply", inApp: false, email: true } });
    await notify(app.services, neighbour.id, makeEvent("shown"));
    expect((await app.as(neighbour)(listNotifications, { query: {} })).totalCount).toBe(1);
    expect(await listEmailsTo(app.services, neighbour.email)).toEqual([]);
    await app.as(reader)(updateSetting, { body: { type: "new_book", inApp: false } });

    await app.as(reader)(updateSetting, { body: { type: "new_book", push: false } });

    await notify(app.services, reader.id, makeEvent("never"));

    expect(await app.db.$count(table, eq(table.userId, reader.id))).toBe(0);
    expect(await listEmailsTo(app.services, reader.email)).toEqual([]);
    await app.as(reader)(updateSetting, { body: { type: "new_book", inApp: true } });
    await notify(app.services, reader.id, makeEvent("app only"));
    expect((await app.as(reader)(listNotifications, { query: {} })).totalCount).toBe(1);
  });

  test("send email to verified addresses only", async ({ app }) => {
    const reader = await app.make.user({ emailVerified: false });
    await app.as(reader)(updateSetting, { body: { type: "new_book", email: true } });

    await notify(app.services, reader.id, makeEvent("unconfirmed"));

    expect(await listEmailsTo(app.services, reader.email)).toEqual([]);
    expect((await app.as(reader)(listNotifications, { query: {} })).totalCount).toBe(1);
  });

  test("are private and for readers only", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    await app.as(amina)(updateSetting, { body: { type: "new_book", inApp: false } });

    expect((await app.as(yusuf)(getSettings, {}))[0]).toMatchObject({ inApp: true });
    await expect(app.as(null)(getSettings, {})).rejects.toMatchObject({ status: 401 });
    await expect(app.as(null)(updateSetting, { body: { type: "new_book" } })).rejects.toMatchObject({
      status: 401,
    });
  });
});

describe("notification emails", () => {
  const listEmailsTo = async ({ db }: Parameters<typeof notify>[0], email: string) =>
    (await db.select().from(emails)).filter(({ to }) => to === email);
  const enableEmail = (app: TestApp, reader: User) =>
    app.as(reader)(updateSetting, { body: { type: "new_book", email: true } });
  const setTimes = (app: TestApp, reader: User, changes: object) =>
    app.as(reader)(accountsContract.updatePreferences, {
      body: {
        notificationTimes: {
          zone: "UTC",
          quietFrom: null,
          quietUntil: null,
          digest: "off",
          digestHour: 8,
          ...changes,
        },
      },
    });

  test("are unsubscribed by one click without a session, with their own token only", async ({ app }) => {
    const reader = await app.make.user();
    await enableEmail(app, reader);
    await notify(app.services, reader.id, makeEvent("<b>one</b>"));
    const [mail] = await listEmailsTo(app.services, reader.email);
    expect(mail?.html).not.toContain("<b>");
    expect(mail?.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
    const url = /<(.+)>/.exec(mail?.headers["List-Unsubscribe"] ?? "")?.[1] ?? "";
    const path = new URL(url).pathname;
    const isOn = async () =>
      (await app.as(reader)(getSettings, {})).find(({ type }) => type === "new_book")?.email;

    await setTimes(app, reader, { digest: "daily" });
    const page = await app.fetch(path);
    expect(await page.text()).toContain('<form method="post">');
    expect(await isOn()).toBe(true);
    const click = {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Origin: "https://mail.example" },
      body: "List-Unsubscribe=One-Click",
    };
    for (const end of ["abc", ""]) {
      expect((await app.fetch(`${path.slice(0, -3)}${end}`, click)).status).toBe(404);
    }
    expect(await isOn()).toBe(true);
    const done = await app.fetch(path, click);
    expect(done.status).toBe(200);
    expect(await done.text()).not.toContain("<form");
    expect(await isOn()).toBe(false);
    const [row] = await app.db.select().from(users).where(eq(users.id, reader.id));
    expect(row?.preferences.notificationTimes?.digest).toBe("daily");
  });

  test("are one digest at its hour, with each item once and never empty", async ({ app }) => {
    const [reader, withoutEmails, leaving, unverified] = [
      await app.make.user(),
      await app.make.user(),
      await app.make.user(),
      await app.make.user(),
    ];
    for (const each of [reader, leaving, unverified]) await enableEmail(app, each);
    for (const each of [reader, withoutEmails, leaving, unverified]) {
      await setTimes(app, each, { digest: "daily", digestHour: 8 });
      for (const key of ["d1", "d2"]) await notify(app.services, each.id, makeEvent(key));
    }
    await app.db.update(users).set({ deletionRequestedAt: new Date() }).where(eq(users.id, leaving.id));
    await app.db.update(users).set({ emailVerifiedAt: null }).where(eq(users.id, unverified.id));
    expect(await listEmailsTo(app.services, reader.email)).toEqual([]);
    for (const hour of ["07", "08", "08", "09"]) {
      app.setClock(new Date(`2026-03-02T${hour}:17:00Z`));
      await digests.run(app.services, {});
    }
    for (const { email } of [withoutEmails, leaving, unverified]) {
      expect(await listEmailsTo(app.services, email)).toEqual([]);
    }
    app.setClock(new Date("2026-03-03T08:17:00Z"));
    await sendDigests(app.services);
    const sentEmails = await listEmailsTo(app.services, reader.email);
    expect(sentEmails.map(({ text }) => [text.includes("d1"), text.includes("d2")])).toEqual([[true, true]]);
  });

  test("are one digest a day, of what is unread, for each reader", async ({ app }) => {
    app.setClock(new Date("2026-03-10T07:30:00Z"));
    const readers = [await app.make.user(), await app.make.user()] as const;
    for (const each of readers) {
      await enableEmail(app, each);
      await setTimes(app, each, { digest: "daily", digestHour: 8 });
      for (const [minute, key] of [
        [29, "seen"],
        [28, "unseen"],
      ] as const) {
        app.setClock(new Date(`2026-03-10T07:${minute}:00Z`));
        await notify(app.services, each.id, makeEvent(key));
      }
    }
    const [reader, neighbour] = readers;
    const as = app.as(reader);
    const { notifications: listed } = await as(listNotifications, { query: {} });
    const seen = listed.find(({ params }) => params["book"] === "Book seen");
    await as(markRead, { params: { notificationId: seen?.id ?? NotificationId.parse("") } });
    for (const [minute, key] of [
      ["02", "d1"],
      ["17", "d2"],
      ["32", "d3"],
    ]) {
      app.setClock(new Date(`2026-03-10T08:${minute}:00Z`));
      await Promise.all([sendDigests(app.services), sendDigests(app.services)]);
      await notify(app.services, reader.id, makeEvent(key ?? ""));
    }
    const listTexts = async (user: User) =>
      (await app.db.select().from(emails).where(eq(emails.to, user.email))).map(
        ({ text }) => text.match(/Book \w+/g) ?? [],
      );
    expect(await listTexts(reader)).toEqual([["Book unseen"]]);
    expect(await listTexts(neighbour)).toEqual([["Book unseen", "Book seen"]]);

    app.setClock(new Date("2026-03-11T08:02:00Z"));
    await sendDigests(app.services);
    expect((await listTexts(reader)).length).toBe(2);
    expect((await listTexts(neighbour)).length).toBe(1);
  });

  test("end with the digest, for its reader only", async ({ app }) => {
    app.setClock(new Date("2026-03-12T07:30:00Z"));
    const readers = [await app.make.user(), await app.make.user()] as const;
    for (const each of readers) {
      await enableEmail(app, each);
      await setTimes(app, each, { digest: "daily", digestHour: 8 });
    }
    const [reader, neighbour] = readers;
    const { id: other } = await app.make.user();
    await app.db.update(users).set({ lastDigestDay: "2026-03-12" }).where(eq(users.id, other));
    await notifyAll(app.services, [reader.id, neighbour.id], makeEvent("before"));
    const countEmails = async () =>
      Promise.all(readers.map(({ email }) => app.db.$count(emails, eq(emails.to, email))));
    const theirs = await listRowsAbout(app.db, [neighbour.id]);
    const token = createUnsubscribeToken(app.services.settings, reader.id, "digest");
    const reply = await app.fetch(`/api/mail/unsubscribe/${token}`, {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded" },
      body: "List-Unsubscribe=One-Click",
    });
    expect(reply.status).toBe(200);
    expect(await listRowsAbout(app.db, [neighbour.id])).toEqual(theirs);
    await notifyAll(app.services, [reader.id, neighbour.id], makeEvent("after"));
    expect(await countEmails()).toEqual([0, 0]);
    await setTimes(app, reader, { digest: "daily", digestHour: 8 });
    app.setClock(new Date("2026-03-12T08:02:00Z"));
    await sendDigests(app.services);

    expect(await countEmails()).toEqual([0, 1]);
  });

  test("are no digest when everything was read before it was sent", async ({ app }) => {
    app.setClock(new Date("2026-03-12T07:30:00Z"));
    const reader = await app.make.user();
    await enableEmail(app, reader);
    await setTimes(app, reader, { digest: "daily", digestHour: 8 });
    await notify(app.services, reader.id, makeEvent("read"));
    app.setClock(new Date("2026-03-12T08:02:00Z"));

    const sending = await app.db.transaction(async (tx) => {
      await tx.select().from(users).where(eq(users.id, reader.id)).for("no key update");
      const sending = sendDigests(app.services);
      await waitForLock(app.db);
      await app.as(reader)(markAllRead, {});
      return { done: sending };
    });
    await sending.done;

    expect(await listEmailsTo(app.services, reader.email)).toEqual([]);
  });

  test("wait for the end of quiet hours, and are removed with their subject", async ({ app }) => {
    const reader = await app.make.user();
    await enableEmail(app, reader);
    await setTimes(app, reader, { quietFrom: 22, quietUntil: 7 });
    const device = { endpoint: reader.id, p256dh: "", auth: "", name: "", sessionHash: "" };
    await app.db.insert(pushDevices).values({ userId: reader.id, ...device });
    app.setClock(new Date("2026-03-04T23:00:00Z"));
    const services = {
      ...app.services,
      settings: { ...app.services.settings, smtpUrl: "smtp://127.0.0.1:9" },
    };
    const added: (Date | null | undefined)[] = [];
    const jobs = {
      add: async () => undefined,
      addAll: async (_job: unknown, items: readonly { runAt?: Date | null }[]) =>
        void added.push(...items.map(({ runAt }) => runAt)),
    };
    await notify({ ...services, jobs }, reader.id, { ...makeEvent("night"), subject: "post:1" });
    const morning = "2026-03-05T07:00:00.000Z";
    expect(added.map((runAt) => runAt?.toISOString())).toEqual([morning, morning]);
    expect(await listEmailsTo(app.services, reader.email)).toHaveLength(1);
    await notify({ ...services, jobs }, reader.id, { ...makeEvent("other"), subject: "post:2" });
    await withdrawSubject(app.db, "post:1");
    expect(await listEmailsTo(app.services, reader.email)).toMatchObject([{ about: "post:2" }]);
  });
});

test("notifications are deleted after 90 days", async ({ app }) => {
  const reader = await app.make.user();
  const now = app.services.clock();
  const since = now.getTime() - 90 * 24 * 3_600_000;
  for (const [key, time] of [
    ["old", since - 1],
    ["new", since],
  ] as const) {
    app.setClock(new Date(time));
    await notify(app.services, reader.id, makeEvent(key));
  }
  app.setClock(now);

  await purgeNotifications.run(app.services, {});

  const left = await app.db.select().from(table).where(eq(table.userId, reader.id));
  expect(left.map(({ key }) => key)).toEqual(["new"]);
});

test("what one reader reads and chooses leaves another's notifications as they were", async ({ app }) => {
  const [reader, neighbour] = [await app.make.user(), await app.make.user()];
  for (const user of [reader, neighbour]) {
    for (const key of ["one", "two"]) await notify(app.services, user.id, makeEvent(`${key} ${user.id}`));
    await app.as(user)(updateSetting, { body: { type: "reply", email: true } });
  }
  const theirs = await app.as(neighbour)(listNotifications, { query: {} });
  const before = await listRowsAbout(app.db, [neighbour.id]);
  const { notifications } = await app.as(reader)(listNotifications, { query: {} });
  const [first, second] = notifications;

  await app.as(reader)(markRead, { params: { notificationId: first?.id ?? expect.fail() } });
  const after = await app.as(reader)(listNotifications, { query: {} });
  expect(after.notifications.map(({ id, isRead }) => [id, isRead])).toEqual([
    [first?.id, true],
    [second?.id, false],
  ]);
  await app.as(reader)(markAllRead, {});
  await app.as(reader)(updateSetting, { body: { type: "reply", email: false } });
  await app.as(reader)(updateSetting, { body: { type: "message", inApp: false } });
  await app
    .as(reader)(markRead, { params: { notificationId: theirs.notifications[0]?.id ?? expect.fail() } })
    .catch(({ status }) => expect(status).toBe(404));

  expect(await listRowsAbout(app.db, [neighbour.id])).toEqual(before);
});
