import { sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { defaultProfile } from "#shared/prayer/prayer-profile.ts";
import { pushContract } from "#shared/push/contract.ts";
import { recordDeliveries } from "#server/features/push/service.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";
import { createSubscribedUser, locations } from "#server/testing/peers/subscribed-user.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { getPrayerProfile, savePrayerProfile, deletePrayerProfile } = prayerNotificationsContract;
const { addDevice, updateDevice, deleteDevice } = pushContract;
const body = { ...defaultProfile, location: { ...locations.riyadh, name: "Riyadh", country: "SA" } };

async function countPrayerRows(app: TestApp, userId: string): Promise<number> {
  const { rows } = await app.db.execute<{ count: number }>(sql`
    select (select count(*) from prayer_profiles where user_id = ${userId}::uuid)::int
      + (select count(*) from prayer_notifications where user_id = ${userId}::uuid
          and (state = 'due' or due_at <> day::timestamp at time zone 'UTC'))::int as count`);
  return rows[0]?.count ?? -1;
}

describe("the location of a device", () => {
  test("is rounded to about a kilometre", async ({ app }) => {
    const { as } = await createSubscribedUser(app, locations.riyadh);
    const stored = await as(savePrayerProfile, { body });
    expect(stored.location).toMatchObject({ latitude: 24.71, longitude: 46.68, zone: "Asia/Riyadh" });
    expect(await as(getPrayerProfile, {})).toEqual(stored);
    const { rows } = await app.db.execute(sql`select profile::text from prayer_profiles`);
    expect(JSON.stringify(rows)).not.toContain("24.7136");
  });

  test("is not stored without alerts", async ({ app }) => {
    const user = await app.make.user();
    const as = app.as(user);
    await expect(as(savePrayerProfile, { body })).rejects.toMatchObject({ status: 409 });
    await as(addDevice, { body: createPushBrowser().subscription });
    await expect(as(savePrayerProfile, { body })).rejects.toMatchObject({ status: 409 });
    expect(await as(getPrayerProfile, {})).toBeNull();
    expect(await countPrayerRows(app, user.id)).toBe(0);
  });

  test.for([
    [
      "switching the device off",
      (_, { as, deviceId }) => as(updateDevice, { params: { deviceId }, body: { isOn: false } }),
    ],
    [
      "turning its prayer alerts off",
      (_, { as, deviceId }) => as(updateDevice, { params: { deviceId }, body: { prayerAlerts: false } }),
    ],
    ["removing the device", (_, { as, deviceId }) => as(deleteDevice, { params: { deviceId } })],
    ["turning all alerts off", (_, { as }) => as(deletePrayerProfile, {})],
    ["ending the session", (_, { as }) => as(accountsContract.endOtherSessions, {})],
    [
      "losing its subscription",
      (app, { deviceId }) => recordDeliveries(app.services, [{ id: deviceId, failure: "gone" }]),
    ],
    [
      "deletion of the account",
      (app, { user }) => app.db.execute(sql`delete from users where id = ${user.id}::uuid`),
    ],
  ] as readonly (readonly [
    string,
    (app: TestApp, reader: Awaited<ReturnType<typeof createSubscribedUser>>) => Promise<unknown>,
  ])[])("goes with %s", async ([, act], { app }) => {
    const [reader, neighbour] = [
      await createSubscribedUser(app, locations.riyadh),
      await createSubscribedUser(app, locations.riyadh),
    ];
    const before = await listRowsAbout(app.db, [neighbour.user.id]);
    expect(await countPrayerRows(app, reader.user.id)).toBeGreaterThan(5);
    await act(app, reader);
    expect(await countPrayerRows(app, reader.user.id)).toBe(0);
    expect(await listRowsAbout(app.db, [neighbour.user.id])).toEqual(before);
  });

  test("is deleted with its alerts, except the counts of dropped ones", async ({ app }) => {
    const reader = await createSubscribedUser(app, locations.riyadh);
    await app.db.execute(sql`
      update prayer_notifications set state = 'dropped'
      where ctid = any (array(
        select ctid from prayer_notifications where user_id = ${reader.user.id}::uuid order by due_at limit 3))`);

    await reader.as(deleteDevice, { params: { deviceId: reader.deviceId } });

    const { rows } = await app.db.execute(sql`
      select state, due_at = day::timestamp at time zone 'UTC' as "isAnonymous"
      from prayer_notifications where user_id = ${reader.user.id}::uuid`);
    expect(rows).toEqual(Array(3).fill({ state: "dropped", isAnonymous: true }));
  });

  test("is kept while another device is on, and deleted with the last", async ({ app }) => {
    const reader = await createSubscribedUser(app, locations.riyadh);
    const { id: other } = await reader.as(addDevice, { body: createPushBrowser().subscription });
    await reader.as(updateDevice, { params: { deviceId: other }, body: { prayerAlerts: true } });
    await reader.as(updateDevice, { params: { deviceId: other }, body: { isOn: false } });
    expect(await reader.as(getPrayerProfile, {})).not.toBeNull();
    await reader.as(updateDevice, { params: { deviceId: other }, body: { isOn: true } });
    await Promise.all(
      [reader.deviceId, other].map((deviceId) => reader.as(deleteDevice, { params: { deviceId } })),
    );
    expect(await countPrayerRows(app, reader.user.id)).toBe(0);
  });

  test("is needed by none but its own reader's devices", async ({ app }) => {
    await createSubscribedUser(app, locations.riyadh);
    const { user, as, deviceId } = await createSubscribedUser(app, locations.riyadh);
    const neighbour = await createSubscribedUser(app, locations.berlin);
    const before = await listRowsAbout(app.db, [neighbour.user.id]);
    await as(savePrayerProfile, { body: { ...body, location: { ...body.location, ...locations.tokyo } } });
    expect(await listRowsAbout(app.db, [neighbour.user.id])).toEqual(before);
    await as(updateDevice, { params: { deviceId }, body: { isOn: false } });
    await expect(as(savePrayerProfile, { body })).rejects.toMatchObject({ status: 409 });
    expect(await countPrayerRows(app, user.id)).toBe(0);
  });

  test("with an unknown time zone is rejected", async ({ app }) => {
    const { as } = await createSubscribedUser(app, locations.riyadh);
    for (const wrong of [{ zone: "Asia/Nowhere" }, { zone: "+05:30x" }, { zone: "'; drop table users" }]) {
      const input = { ...body, location: { ...body.location, ...wrong } };
      await expect(as(savePrayerProfile, { body: input })).rejects.toMatchObject({ status: 400 });
    }
    await expect(as(savePrayerProfile, { body: { ...body, location: null } })).rejects.toMatchObject({
      status: 400,
    });
  });

  test("is private", async ({ app }) => {
    const { user } = await createSubscribedUser(app, locations.riyadh);
    const before = await listRowsAbout(app.db, [user.id]);
    const other = app.as(await app.make.user());
    expect(await other(getPrayerProfile, {})).toBeNull();
    await other(deletePrayerProfile, {});
    expect(await listRowsAbout(app.db, [user.id])).toEqual(before);
    const guest = app.as(null);
    await expect(guest(getPrayerProfile, {})).rejects.toMatchObject({ status: 401 });
    await expect(guest(savePrayerProfile, { body })).rejects.toMatchObject({ status: 401 });
    await expect(guest(deletePrayerProfile, {})).rejects.toMatchObject({ status: 401 });
  });
});
