import { randomUUID } from "node:crypto";
import type { SessionData } from "express-session";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { sessions, twoFactor } from "#server/db/schema/accounts/accounts.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";
import { startTestApp, type TestApp } from "#server/testing/test-app.ts";
import { broadcastSessionEnded } from "./auth-cache.ts";
import { requireSameUser } from "./require-same-user.ts";
import { getSessionStore } from "./session.ts";
import { deleteSession, findSession } from "./session-queries.ts";
import { hashSession } from "./session-store.ts";

const now = new Date("2026-03-01T12:00:00Z");
const addMinutes = (n: number) => new Date(now.getTime() + n * 60_000);
const addDays = (n: number) => addMinutes(n * 24 * 60);

async function store(app: TestApp, user: User, { startedAt = now, isRemembered = false } = {}) {
  const id = randomUUID();
  const data = {
    cookie: { originalMaxAge: null },
    passport: { user: user.id },
    startedAt: startedAt.getTime(),
    ...(isRemembered && { isRemembered }),
  } as SessionData;
  await new Promise<void>((resolve, reject) => {
    getSessionStore(app.services).set(id, data, (error) => (error ? reject(error) : resolve()));
  });
  return id;
}

const get = (app: TestApp, id: string) =>
  new Promise<SessionData | null | undefined>((resolve, reject) => {
    getSessionStore(app.services).get(id, (error, session) => (error ? reject(error) : resolve(session)));
  });

const findRow = (app: TestApp, id: string, at = now) => findSession(app.db, hashSession(id), at);

describe("a stored session", () => {
  test.for([
    [{}, addDays(1), addDays(7)],
    [{ isRemembered: true }, addDays(30), addDays(180)],
    [{ startedAt: addDays(-6.5) }, addDays(0.5), addDays(0.5)],
    [{ isRemembered: true, startedAt: addDays(-160) }, addDays(20), addDays(20)],
  ] as const)(
    "ends without use, and at last after its start %#",
    async ([options, idle, absolute], { app }) => {
      app.setClock(now);
      const user = await app.make.user();

      const row = await findRow(app, await store(app, user, options));

      expect(row).toMatchObject({
        userId: user.id,
        lastSeenAt: now,
        idleUntil: idle,
        absoluteUntil: absolute,
      });
    },
  );

  test("is prolonged by use after five minutes, and no other is", async ({ app }) => {
    app.setClock(now);
    const user = await app.make.user();
    const [used, other] = [await store(app, user), await store(app, user)];
    const old = await store(app, user, { startedAt: addDays(-6.5) });
    const readAt = async (time: Date, id: string) => {
      app.clearCaches();
      app.setClock(time);
      await get(app, id);
      return findRow(app, id, time);
    };

    expect(await readAt(addMinutes(4.9), used)).toMatchObject({ lastSeenAt: now, idleUntil: addDays(1) });
    const prolonged = { lastSeenAt: addMinutes(5), idleUntil: addMinutes(24 * 60 + 5) };
    expect(await readAt(addMinutes(5), used)).toMatchObject(prolonged);
    expect(await readAt(addMinutes(5), old)).toMatchObject({ idleUntil: addDays(0.5) });
    expect(await findRow(app, other)).toMatchObject({ lastSeenAt: now, idleUntil: addDays(1) });
    app.setClock(now);
  });

  test("is cached until it ends, here or in another process", async ({ app }) => {
    const user = await app.make.user();
    const ids = [await store(app, user), await store(app, user), await store(app, user)] as const;
    const read = () => Promise.all(ids.map(async (id) => (await get(app, id))?.passport?.user ?? null));
    const copy = (await get(app, ids[0])) ?? expect.fail();
    Object.assign(copy.passport ?? expect.fail(), { user: "changed" });
    for (const id of ids) await deleteSession(app.db, hashSession(id));
    expect(await read()).toEqual([user.id, user.id, user.id]);

    await new Promise<void>((resolve) => getSessionStore(app.services).destroy(ids[0], () => resolve()));
    expect(await read()).toEqual([null, user.id, user.id]);
    await broadcastSessionEnded(app.services, hashSession(ids[1]));
    expect(await read()).toEqual([null, null, user.id]);
    app.clearCaches();
    expect(await read()).toEqual([null, null, null]);
  });

  test("ends with the others of its user, who is told", async ({ app }) => {
    const [user, neighbour] = [await app.make.user(), await app.make.user()];
    const ids = [await store(app, user), await store(app, user), await store(app, neighbour)] as const;
    app.published.splice(0);

    expect(await getSessionStore(app.services).end(user.id)).toBe(2);

    const users = await Promise.all(ids.map(async (id) => (await get(app, id))?.passport?.user));
    expect(users).toEqual([undefined, undefined, neighbour.id]);
    expect(app.published).toEqual([{ userId: user.id, event: { topics: ["session"] } }]);
  });
});

describe("the staff area", () => {
  const path = "/api/admin/dashboard";

  test("is closed to a session after 30 minutes without use of it", async ({ app }) => {
    app.setClock(now);
    const employee = await app.make.user({ isEmployee: true });
    await createSessionCookie(app.services, employee);
    const Cookie = await createSessionCookie(app.services, employee);
    const fetchAt = (minutes: number, url = path) => {
      app.setClock(addMinutes(minutes));
      return app.fetch(url, { headers: { Cookie } });
    };
    const listSeen = async () => {
      const rows = await app.db.select().from(sessions);
      return rows.flatMap(({ userId, staffSeenAt }) => (userId === employee.id ? [staffSeenAt] : [])).sort();
    };

    expect((await fetchAt(0.9)).status).toBe(200);
    expect(await listSeen()).toEqual([null, null]);
    expect((await fetchAt(29.9)).status).toBe(200);
    expect(await listSeen()).toEqual([addMinutes(29.9), null]);
    expect((await fetchAt(50, "/api/user/library")).status).toBe(200);
    expect((await fetchAt(59.8)).status).toBe(200);
    const closed = await fetchAt(89.8);
    expect(closed.status).toBe(401);
    expect(await closed.json()).toMatchObject({ reason: { code: "staff_session_expired" } });
    expect((await fetchAt(89.8, "/api/user/library")).status).toBe(200);
    app.setClock(now);
  });

  test("requires a confirmed second factor or a passkey where the operator wants it", async () => {
    const app = await startTestApp({ requiresStaffTwoFactor: true });
    try {
      const [employee, other] = [
        await app.make.user({ isEmployee: true }),
        await app.make.user({ isEmployee: true }),
      ];
      const getStatus = async (as: User) => (await app.fetch(path, { as })).status;
      await app.db.insert(twoFactor).values([
        { userId: employee.id, secret: "x" },
        { userId: other.id, secret: "x", confirmedAt: now },
      ]);
      expect([await getStatus(employee), await getStatus(other)]).toEqual([403, 200]);

      const Cookie = await createSessionCookie(app.services, employee);
      await app.db.update(sessions).set({ data: { usedPasskey: true } });
      expect((await app.fetch(path, { headers: { Cookie } })).status).toBe(200);
    } finally {
      await app.stop();
    }
  });
});

test("items that a device queued for another account are refused", async ({ app }) => {
  const [user, other] = [await app.make.user(), await app.make.user()];

  expect(() => requireSameUser(user, other.id)).toThrow(expect.objectContaining({ code: "unauthenticated" }));
  for (const queuedBy of [undefined, user.id]) expect(() => requireSameUser(user, queuedBy)).not.toThrow();
});
