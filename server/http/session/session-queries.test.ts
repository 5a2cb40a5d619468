import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { sessions } from "#server/db/schema/accounts/accounts.ts";
import { pushDevices } from "#server/db/schema/system/push.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import {
  deleteExpiredSessions,
  deleteSession,
  deleteUserSessions,
  findSession,
  listUserSessions,
  moveDevices,
  touchSession,
  upsertSession,
} from "./session-queries.ts";

const now = new Date("2026-03-01T12:00:00Z");
const inHours = (hours: number) => new Date(now.getTime() + hours * 3_600_000);
let serial = 0;

/** Hashed ids are 43 characters; their first 16 name them for their owners. */
const createId = (name: string) => `${name}-${++serial}`.padEnd(16, "-").padEnd(43, "x");

async function store(app: TestApp, user: User, name: string, idle = 24, absolute = 168): Promise<string> {
  const idHash = createId(name);
  await upsertSession(app.db, {
    idHash,
    userId: user.id,
    data: {},
    device: name,
    network: "",
    createdAt: now,
    lastSeenAt: now,
    staffSeenAt: null,
    idleUntil: inHours(idle),
    absoluteUntil: inHours(absolute),
  });
  await app.db
    .insert(pushDevices)
    .values({ userId: user.id, endpoint: idHash, p256dh: "", auth: "", name, sessionHash: idHash });
  return idHash;
}

async function listStored(app: TestApp): Promise<string[]> {
  const rows = await app.db.select({ idHash: sessions.idHash }).from(sessions);
  return rows.map(({ idHash }) => idHash).sort();
}

/** The sessions of push devices. */
async function listDeviceSessions(app: TestApp): Promise<string[]> {
  const rows = await app.db.select({ sessionHash: pushDevices.sessionHash }).from(pushDevices);
  return rows.map(({ sessionHash }) => sessionHash).sort();
}

async function setUp(app: TestApp) {
  await app.db.delete(sessions);
  await app.db.delete(pushDevices);
  const [owner, other] = [await app.make.user(), await app.make.user()];
  const ids = {
    first: await store(app, owner, "first"),
    second: await store(app, owner, "second"),
    others: await store(app, other, "others"),
  };
  return { owner, other, ...ids, all: Object.values(ids).sort() };
}

describe("sessions", () => {
  test("are ended for one user only, all or all but one", async ({ app }) => {
    const { owner, first, second, others } = await setUp(app);

    expect(await deleteUserSessions(app.db, owner.id, { except: first })).toEqual([second]);
    expect(await listStored(app)).toEqual([first, others].sort());
    expect(await listDeviceSessions(app)).toEqual([first, others].sort());
    expect(await deleteUserSessions(app.db, owner.id, {})).toEqual([first]);
    expect(await listStored(app)).toEqual([others]);
    expect(await listDeviceSessions(app)).toEqual([others]);
  });

  test("are ended one by one by their owner only", async ({ app }) => {
    const { owner, other, first, second, others, all } = await setUp(app);

    expect(await deleteUserSessions(app.db, other.id, { only: first.slice(0, 16) })).toEqual([]);
    expect(await listStored(app)).toEqual(all);
    expect(await listDeviceSessions(app)).toEqual(all);
    expect(await deleteUserSessions(app.db, owner.id, { only: first.slice(0, 16) })).toEqual([first]);
    expect(await listStored(app)).toEqual([second, others].sort());
    expect(await listDeviceSessions(app)).toEqual([second, others].sort());
    await deleteSession(app.db, second);
    expect(await listStored(app)).toEqual([others]);
    expect(await listDeviceSessions(app)).toEqual([others]);
  });

  test("pass their push devices on to another session of the same user", async ({ app }) => {
    const { owner, other, first, second, others } = await setUp(app);

    await moveDevices(app.db, other.id, first, "new");
    await moveDevices(app.db, owner.id, first, "new");

    expect(await listDeviceSessions(app)).toEqual([second, others, "new"].sort());
  });

  test("are found and listed while neither of their ends has passed", async ({ app }) => {
    const { owner, first, second } = await setUp(app);
    const idle = await store(app, owner, "idle", 0, 168);
    const old = await store(app, owner, "old", 24, 0);

    for (const id of [idle, old]) expect(await findSession(app.db, id, now)).toBeNull();
    expect((await findSession(app.db, first, now))?.userId).toBe(owner.id);
    const listed = (await listUserSessions(app.db, owner.id, now)).map(({ idHash }) => idHash);
    expect(listed.sort()).toEqual([first, second].sort());
  });

  test("are deleted after either end, others stay", async ({ app }) => {
    const { owner, all } = await setUp(app);
    await store(app, owner, "idle", 0, 168);
    await store(app, owner, "old", 24, 0);

    await deleteExpiredSessions(app.db, now);

    expect(await listStored(app)).toEqual(all);
  });

  test("are prolonged alone, and never beyond their start by a change of their data", async ({ app }) => {
    const { owner, first } = await setUp(app);
    await touchSession(app.db, first, inHours(1), inHours(25));
    const rows = await app.db.select().from(sessions);
    expect(rows.filter(({ idleUntil }) => idleUntil.getTime() === inHours(25).getTime())).toMatchObject([
      { idHash: first, lastSeenAt: inHours(1) },
    ]);

    const row = rows.find(({ idHash }) => idHash === first) ?? expect.fail();
    await upsertSession(app.db, { ...row, createdAt: inHours(9), absoluteUntil: inHours(999) });

    expect(await findSession(app.db, first, now)).toMatchObject({
      userId: owner.id,
      createdAt: now,
      absoluteUntil: inHours(168),
    });
  });
});
