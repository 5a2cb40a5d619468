import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { emails, users } from "#server/db/schema/accounts/accounts.ts";
import { notificationEvents, notifications } from "#server/db/schema/system/notifications.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { maxStoredEvents } from "./group-queries.ts";
import { markSeen, type NotificationEvent, notifyAll, withdraw, withdrawSubject } from "./service.ts";

const { listNotifications, updateSetting } = notificationsContract;

/** A reply of an actor; its number sets its time. */
async function reply(app: TestApp, users: readonly User[], actor: string, number: number, group = "talk:1") {
  app.setClock(new Date(Date.UTC(2026, 2, 1, 12, number)));
  const event: NotificationEvent = {
    type: "reply",
    params: { communityId: "c", discussionId: group, number, discussion: "Talk" },
    key: `${group}:${number}`,
    subject: `post:${group}:${number}`,
    group: { key: group, actor },
  };
  await notifyAll(
    app.services,
    users.map(({ id }) => id),
    event,
  );
}

const listMessages = async (app: TestApp, user: User) => {
  const listed = await app.db.select().from(notifications).where(eq(notifications.userId, user.id));
  return listed
    .map(({ params, actors, actorCount }) => `${actors.join(", ")} of ${actorCount} ${params["number"]}`)
    .sort();
};

const mail = (app: TestApp, user: User, change: object = {}) =>
  app.as(user)(updateSetting, { body: { type: "reply", email: true, ...change } });

const countEmails = (app: TestApp, user: User) => app.db.$count(emails, eq(emails.to, user.email));

describe("a group of notifications", () => {
  test("stays when its newest event is withdrawn, named by the others", async ({ app }) => {
    const [reader, neighbour] = [await app.make.user(), await app.make.user()];
    for (const [n, actor] of ["A", "B", "C", "D", "E"].entries()) {
      await reply(app, [reader, neighbour], actor, n);
    }
    await reply(app, [reader], "Z", 9, "talk:2");
    expect(await listMessages(app, neighbour)).toEqual(["E, D, C of 5 4"]);

    await withdrawSubject(app.db, "post:talk:1:4");
    expect(await listMessages(app, neighbour)).toEqual(["D, C, B of 4 3"]);

    await withdrawSubject(app.db, "post:talk:1:3");
    const afterNewest = ["C, B, A of 3 2"];
    expect(await listMessages(app, reader)).toEqual([...afterNewest, "Z of 1 9"]);
    expect(await listMessages(app, neighbour)).toEqual(afterNewest);

    await withdrawSubject(app.db, "post:talk:1:1");
    expect(await listMessages(app, neighbour)).toEqual(["C, A of 2 2"]);
    await withdraw(app.db, reader.id, "talk:1:2");
    expect(await listMessages(app, reader)).toEqual(["A of 1 0", "Z of 1 9"]);
    expect(await listMessages(app, neighbour)).toEqual(["C, A of 2 2"]);

    for (const n of [0, 2]) await withdrawSubject(app.db, `post:talk:1:${n}`);
    expect(await listMessages(app, reader)).toEqual(["Z of 1 9"]);
    expect(await listMessages(app, neighbour)).toEqual([]);
  });

  test("is withdrawn whole with its subject", async ({ app }) => {
    const reader = await app.make.user();
    await reply(app, [reader], "A", 1, "talk:3");
    await reply(app, [reader], "B", 2, "talk:4");
    await withdrawSubject(app.db, "talk:3");
    expect(await listMessages(app, reader)).toEqual(["B of 1 2"]);
  });

  test("takes each event once, also when it is read meanwhile and the job is repeated", async ({ app }) => {
    const reader = await app.make.user();
    for (const [n, actor] of ["A", "B", "A"].entries()) await reply(app, [reader], actor, n, "talk:5");
    await reply(app, [reader], "A", 0, "talk:5");
    expect(await listMessages(app, reader)).toEqual(["A, B of 2 2"]);
    await app.as(reader)(notificationsContract.markAllRead, {});
    for (const [n, actor] of ["A", "B", "A"].entries()) await reply(app, [reader], actor, n, "talk:5");
    expect(await listMessages(app, reader)).toHaveLength(1);
  });

  test("counts more events than it stores", async ({ app }) => {
    const reader = await app.make.user();
    const total = maxStoredEvents + 3;
    for (let n = 0; n < total; n++) await reply(app, [reader], `N${n}`, n, "talk:6");
    expect(await app.db.$count(notificationEvents, eq(notificationEvents.userId, reader.id))).toBe(
      maxStoredEvents,
    );
    await withdrawSubject(app.db, `post:talk:6:${total - 1}`);
    expect((await listMessages(app, reader))[0]).toContain(` of ${total - 1} `);
  });

  test("mails once while it is unread, and again after it was seen", async ({ app }) => {
    const [reader, neighbour] = [await app.make.user(), await app.make.user()];
    const both = [reader, neighbour];
    for (const each of both) await mail(app, each);
    await reply(app, both, "A", 1, "talk:7");
    await reply(app, both, "B", 2, "talk:7");
    expect(await countEmails(app, reader)).toBe(1);
    app.published.splice(0);
    await markSeen(app.services, reader.id, "post:", async () => []);
    await markSeen(app.services, reader.id, "message:", () => expect.fail("nothing is unread"));
    expect(app.published).toEqual([]);

    await markSeen(app.services, reader.id, "post:", async (ids) => ids.filter((id) => id === "talk:7:1"));
    await reply(app, both, "C", 3, "talk:7");
    expect(await countEmails(app, reader)).toBe(1);
    await markSeen(app.services, reader.id, "post:", async (ids) => ids);
    expect(app.published.at(-1)).toEqual({ userId: reader.id, event: { topics: ["notification"] } });
    expect((await app.as(reader)(listNotifications, { query: {} })).unreadCount).toBe(0);
    expect((await app.as(neighbour)(listNotifications, { query: {} })).unreadCount).toBe(1);
    await reply(app, both, "D", 4, "talk:7");
    expect(await countEmails(app, reader)).toBe(2);
    expect(await countEmails(app, neighbour)).toBe(1);
    const before = await listMessages(app, neighbour);
    await reply(app, [reader], "E", 5, "talk:7");
    expect(await listMessages(app, neighbour)).toEqual(before);
  });

  test("that waits for the digest only is read with what it is about, once", async ({ app }) => {
    const reader = await app.make.user();
    await mail(app, reader, { inApp: false });
    const notificationTimes = {
      zone: "UTC",
      quietFrom: null,
      quietUntil: null,
      digest: "daily" as const,
      digestHour: 8,
    };
    await app.db.update(users).set({ preferences: { notificationTimes } }).where(eq(users.id, reader.id));
    await reply(app, [reader], "A", 1, "talk:9");
    app.published.splice(0);

    await markSeen(app.services, reader.id, "post:", async (ids) => {
      await app.as(reader)(notificationsContract.markAllRead, {});
      app.published.splice(0);
      return ids;
    });
    expect(app.published).toEqual([]);
    await app.db.update(notifications).set({ readAt: null }).where(eq(notifications.userId, reader.id));
    await markSeen(app.services, reader.id, "post:", async (ids) => ids);

    const [stored] = await app.db.select().from(notifications).where(eq(notifications.userId, reader.id));
    expect(stored).toMatchObject({ isForDigest: true, readAt: app.services.clock() });
  });

  test("waits for the digest of those who have one", async ({ app }) => {
    const [early, late, never] = [await app.make.user(), await app.make.user(), await app.make.user()];
    const setDigest = async (user: User, digest: "daily" | "off") => {
      const notificationTimes = { zone: "UTC", quietFrom: null, quietUntil: null, digest, digestHour: 8 };
      await app.db.update(users).set({ preferences: { notificationTimes } }).where(eq(users.id, user.id));
    };
    const all = [early, late, never];
    for (const user of all) await mail(app, user);
    const getWaiting = async () => {
      const rows = await app.db.select().from(notifications).where(eq(notifications.isForDigest, true));
      return all.filter((user) => rows.some(({ userId }) => userId === user.id));
    };

    await setDigest(early, "daily");
    await reply(app, all, "A", 1, "talk:11");
    expect(await getWaiting()).toEqual([early]);
    await setDigest(early, "off");
    await setDigest(late, "daily");
    await reply(app, all, "B", 2, "talk:11");
    expect(await getWaiting()).toEqual([early, late]);
  });

  test("is read with its own subject only, by its own reader", async ({ app }) => {
    const [reader, neighbour] = [await app.make.user(), await app.make.user()];
    await reply(app, [reader, neighbour], "A", 1, "talk:12");
    await reply(app, [reader], "B", 2, "talk:13");
    await mail(app, reader, { inApp: false });
    await reply(app, [reader], "C", 3, "talk:14");
    const mark = (read: string) =>
      markSeen(app.services, reader.id, "post:", async (ids) => {
        expect([...ids].sort()).toEqual(read === "talk:13:2" ? ["talk:13:2"] : ["talk:12:1", "talk:13:2"]);
        return [read];
      });

    await mark("talk:12:1");

    const getUnread = async (user: User) =>
      (await app.as(user)(listNotifications, { query: {} })).unreadCount;
    expect([await getUnread(reader), await getUnread(neighbour)]).toEqual([1, 1]);
    await mark("talk:13:2");
    expect(await getUnread(reader)).toBe(0);
  });

  test("is not joined where the app shows nothing: each event is mailed", async ({ app }) => {
    const reader = await app.make.user();
    await mail(app, reader, { inApp: false });
    for (const n of [1, 2, 3]) await reply(app, [reader], "A", n, "talk:8");
    expect(await countEmails(app, reader)).toBe(3);
  });

  test("is found by indexes when something is withdrawn", async ({ app }) => {
    const reader = await app.make.user();
    await app.db.execute(sql`insert into notifications (user_id, type, params, key, subject, group_key)
      select ${reader.id}, 'reply', '{}', 'n' || n, 'post:' || n, 'discussion:' || n
      from generate_series(1, 20000) n`);
    await app.db.execute(sql`insert into emails ("to", subject, text, about)
      select 'a@example.org', '', '', 'post:' || n from generate_series(1, 20000) n`);
    await app.db.execute(sql`analyze notifications, emails, notification_events`);
    for (const statement of [
      sql`delete from notifications where subject = 'post:7' and group_key = ''`,
      sql`delete from notifications where group_key = 'discussion:7'`,
      sql`delete from emails where about = 'post:7' and status = 'waiting'`,
    ]) {
      const { rows } = await app.db.execute<{ "QUERY PLAN": string }>(sql`explain ${statement}`);
      expect(rows.map((row) => row["QUERY PLAN"]).join("\n")).not.toContain("Seq Scan");
    }
  });
});
