import { createPublicKey, ECDH, randomUUID, verify } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect, vi } from "vitest";
import { accountsContract } from "#shared/accounts/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { maxPushDevices, PushDeviceId, pushContract } from "#shared/push/contract.ts";
import { pushMessages } from "#server/db/schema/system/push.ts";
import { createUser } from "#server/features/accounts/service.ts";
import { notify } from "#server/features/notifications/service.ts";
import { openBrowser } from "#server/testing/peers/browser.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import { pushJobs } from "./jobs.ts";
import { sendPushJob } from "./outbox.ts";
import { deleteUnsentPush } from "./service.ts";
import { getVapidKeys } from "./vapid-keys.ts";

const { getKey, listDevices, addDevice, updateDevice, deleteDevice, testDevice } = pushContract;

const createReply = (status: number) => ({ kind: "replied", status, retryAfterSeconds: null }) as const;
const noDevice = PushDeviceId.parse(randomUUID());

describe("push devices", () => {
  test("are added, renewed, named, disabled and removed", async ({ app }) => {
    const as = app.as(await app.make.user());
    const { subscription } = createPushBrowser();

    const added = await as(addDevice, { body: subscription });
    const again = await as(addDevice, { body: { ...subscription, name: "Another name" } });
    expect(again).toEqual(added);
    const params = { deviceId: added.id };
    const changed = await as(updateDevice, { params, body: { name: "At home", prayerAlerts: true } });
    expect(changed).toMatchObject({
      name: "At home",
      isOn: true,
      prayerAlerts: true,
      lastSucceededAt: null,
    });
    expect(await as(listDevices, {})).toEqual([changed]);
    expect(await as(updateDevice, { params, body: { isOn: false } })).toMatchObject({
      isOn: false,
      prayerAlerts: false,
    });
    expect(await as(updateDevice, { params, body: { isOn: true } })).toEqual({
      ...changed,
      prayerAlerts: false,
    });
    await as(deleteDevice, { params });
    expect(await as(listDevices, {})).toEqual([]);
  });

  test("stay the same when the browser changes the subscription", async ({ app }) => {
    const [amina, yusuf] = [app.as(await app.make.user()), app.as(await app.make.user())];
    const [before, after] = [createPushBrowser().subscription, createPushBrowser().subscription];
    const { id: deviceId } = await amina(addDevice, { body: before });
    await amina(updateDevice, { params: { deviceId }, body: { name: "At home", prayerAlerts: true } });

    const { endpoint, keys } = after;
    const body = { endpoint, keys, replaces: before.endpoint };
    expect(await amina(addDevice, { body })).toMatchObject({
      id: deviceId,
      name: "At home",
      prayerAlerts: true,
    });
    expect(await amina(listDevices, {})).toHaveLength(1);

    const claim = yusuf(addDevice, {
      body: { ...createPushBrowser().subscription, replaces: after.endpoint },
    });
    await expect(claim).rejects.toMatchObject({ status: 409 });
    expect(await amina(listDevices, {})).toHaveLength(1);
    expect(await yusuf(listDevices, {})).toEqual([]);
  });

  test("are ten at most, also concurrently", async ({ app }) => {
    const as = app.as(await app.make.user());
    const tries = await Promise.allSettled(
      Array.from({ length: maxPushDevices + 4 }, () =>
        as(addDevice, { body: createPushBrowser().subscription }),
      ),
    );
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(maxPushDevices);
    expect(tries.find((each) => each.status === "rejected")?.reason.problem.reason).toEqual({
      code: "too_many_devices",
      max: maxPushDevices,
    });
    expect(await as(listDevices, {})).toHaveLength(maxPushDevices);
  });

  test("of one reader leave the others as they were", async ({ app }) => {
    const [reader, neighbour] = [await app.make.user(), await app.make.user()];
    const add = async (user: typeof reader) =>
      (await app.as(user)(addDevice, { body: createPushBrowser().subscription })).id;
    const ids = [await add(reader), await add(reader), await add(reader)] as const;
    const theirs = await add(neighbour);
    const others = [neighbour.id, theirs, ids[1]];
    const before = await listRowsAbout(app.db, others);
    const as = app.as(reader);

    await as(updateDevice, { params: { deviceId: ids[0] }, body: { isOn: false, name: "At home" } });
    await as(updateDevice, { params: { deviceId: ids[0] }, body: {} });
    await as(deleteDevice, { params: { deviceId: ids[0] } });
    app.webPushClient.respond = () => createReply(410);
    await as(testDevice, { params: { deviceId: ids[2] } });
    await app.runJobs();
    app.webPushClient.respond = () => createReply(201);

    expect(await listRowsAbout(app.db, others)).toEqual(before);
    expect((await as(listDevices, {})).map(({ id }) => id)).toEqual([ids[1]]);
  });

  test("are private", async ({ app }) => {
    const [amina, yusuf] = [app.as(await app.make.user()), app.as(await app.make.user())];
    const { id: deviceId } = await amina(addDevice, { body: createPushBrowser().subscription });
    const params = { deviceId };

    for (const params of [{ deviceId }, { deviceId: noDevice }]) {
      await expect(yusuf(updateDevice, { params, body: { isOn: false } })).rejects.toMatchObject({
        status: 404,
      });
      await expect(yusuf(testDevice, { params })).rejects.toMatchObject({ status: 404 });
      await expect(yusuf(deleteDevice, { params })).rejects.toMatchObject({ status: 404 });
    }
    expect(await yusuf(listDevices, {})).toEqual([]);
    expect((await amina(listDevices, {}))[0]).toMatchObject({ id: params.deviceId, isOn: true });
  });

  test("require a session, and reveal no endpoints", async ({ app }) => {
    const { subscription } = createPushBrowser();
    const guest = app.as(null);
    await expect(guest(getKey, {})).rejects.toMatchObject({ status: 401 });
    await expect(guest(listDevices, {})).rejects.toMatchObject({ status: 401 });
    await expect(guest(addDevice, { body: subscription })).rejects.toMatchObject({ status: 401 });

    const reader = await app.make.user();
    await app.as(reader)(addDevice, { body: subscription });
    const body = await (await app.fetch(listDevices.path, { as: reader })).text();
    for (const secret of [subscription.endpoint, subscription.keys.p256dh, subscription.keys.auth]) {
      expect(body).not.toContain(secret);
    }
  });

  test("change owner with the browser, not by endpoint alone", async ({ app }) => {
    const [amina, yusuf] = [app.as(await app.make.user()), app.as(await app.make.user())];
    const { subscription } = createPushBrowser();
    await amina(addDevice, { body: subscription });

    const other = createPushBrowser().subscription.keys;
    for (const keys of [other, { ...subscription.keys, auth: other.auth }]) {
      const stolen = { endpoint: subscription.endpoint, keys };
      await expect(yusuf(addDevice, { body: stolen })).rejects.toMatchObject({ status: 409 });
    }
    expect(await amina(listDevices, {})).toHaveLength(1);
    await yusuf(addDevice, { body: subscription });
    expect(await amina(listDevices, {})).toEqual([]);
    expect(await yusuf(listDevices, {})).toHaveLength(1);
  });

  test("belong to one of several users who add one browser at once", async ({ app }) => {
    const users = await Promise.all(Array.from({ length: 5 }, () => app.make.user()));
    const body = createPushBrowser().subscription;
    await Promise.all(users.map((user) => app.as(user)(addDevice, { body })));
    const lists = await Promise.all(users.map((user) => app.as(user)(listDevices, {})));
    expect(lists.flat()).toHaveLength(1);
  });

  test("end with the session that added them only", async ({ app }) => {
    const user = await createUser(app.services, {
      email: "hafsa@example.org",
      password: "a lantern at dusk",
      username: "hafsa",
      firstName: "Hafsa",
      lastName: "Said",
    });
    const [currentBrowser, otherBrowser] = [openBrowser(app), openBrowser(app)];
    for (const browser of [currentBrowser, otherBrowser])
      await browser.signIn(user.email, "a lantern at dusk");
    await currentBrowser.call(addDevice, { body: createPushBrowser().subscription });
    await otherBrowser.call(addDevice, { body: { ...createPushBrowser().subscription, name: "There" } });

    await currentBrowser.call(accountsContract.signOut, {});
    expect(await otherBrowser.call(listDevices, {})).toMatchObject([{ name: "There" }]);
    await currentBrowser.signIn(user.email, "a lantern at dusk");
    await currentBrowser.call(accountsContract.endOtherSessions, {});
    expect(await currentBrowser.call(listDevices, {})).toEqual([]);
  });

  test("stay for the same user, and end for another", async ({ app }) => {
    const password = "a lantern at dusk";
    const [zaynab, bilal] = await Promise.all(
      ["zaynab", "bilal"].map((username) =>
        createUser(app.services, {
          email: `${username}@example.org`,
          password,
          username,
          firstName: username,
          lastName: "",
        }),
      ),
    );
    if (!zaynab || !bilal) return expect.unreachable();
    const [browser, other] = [openBrowser(app), openBrowser(app)];
    await browser.signIn(zaynab.email, password);
    const { id: deviceId } = await browser.call(addDevice, { body: createPushBrowser().subscription });
    await browser.call(updateDevice, { params: { deviceId }, body: { prayerAlerts: true } });

    await browser.signIn(zaynab.email, password);
    expect(await browser.call(listDevices, {})).toMatchObject([{ id: deviceId, prayerAlerts: true }]);
    await browser.signIn(bilal.email, password);
    await other.signIn(zaynab.email, password);
    expect(await other.call(listDevices, {})).toEqual([]);

    await other.call(addDevice, { body: createPushBrowser().subscription });
    await other.signIn(zaynab.email, password);
    await other.call(accountsContract.signOut, {});
    await other.signIn(zaynab.email, password);
    expect(await other.call(listDevices, {})).toEqual([]);
  });
});

describe("a push subscription", () => {
  test.for([
    "http://fcm.googleapis.com/fcm/send/x",
    "https://fcm.googleapis.com:444/fcm/send/x",
    "https://fcm.googleapis.com.example.org/x",
    "https://evil.example.org/fcm.googleapis.com",
    "https://user@fcm.googleapis.com/x",
    "https://fcm.googleapis.com@evil.example.org/x",
    "https://fcm.googleapis.com\\@evil.example.org/x",
    "https://notify.windows.com/x",
    "https://evilnotify.windows.com/x",
    "https://127.0.0.1/x",
    "https://[::1]/x",
    "https://[::ffff:127.0.0.1]/x",
    "https://localhost/x",
    "https://fcm.googleapis.com./x",
    "https://FCM.googleapis.com/x",
    "https://fcm.googleapis.com:443/x",
    "HTTPS://fcm.googleapis.com/x",
    "https://fcm.googleapis.com/a/../x",
    "https://xn--fcm.googleapis.com/x",
    "//fcm.googleapis.com/x",
    "javascript:alert(1)",
    "https://",
  ])("%s is refused, and gets no request", async (endpoint, { app }) => {
    const as = app.as(await app.make.user());
    const body = { ...createPushBrowser().subscription, endpoint };
    await expect(as(addDevice, { body })).rejects.toMatchObject({ status: 400 });
    expect(app.webPushClient.posted.filter((each) => each.endpoint === endpoint)).toEqual([]);
  });

  test.for([
    "https://updates.push.services.mozilla.com/wpush/v2/abc",
    "https://web.push.apple.com/abc",
    "https://wns2-par02p.notify.windows.com/w/?token=abc",
  ])("%s is a known push service", async (endpoint, { app }) => {
    const as = app.as(await app.make.user());
    expect(await as(addDevice, { body: { ...createPushBrowser().subscription, endpoint } })).toMatchObject({
      isOn: true,
    });
  });

  test("of an unknown push service is refused at its address", async ({ app }) => {
    const body = { ...createPushBrowser().subscription, endpoint: "https://push.example.org/x" };
    await expect(app.as(await app.make.user())(addDevice, { body })).rejects.toMatchObject({
      problem: { fields: { endpoint: { code: "push_service_unsupported" } } },
    });
  });

  test("requires two valid keys", async ({ app }) => {
    const as = app.as(await app.make.user());
    const { subscription } = createPushBrowser();
    const { p256dh, auth } = subscription.keys;
    const offCurve = Buffer.from(p256dh, "base64url").fill(7, 1).toString("base64url");
    const convert = (format: "compressed" | "hybrid") =>
      String(ECDH.convertKey(p256dh, "prime256v1", "base64url", "base64url", format));
    for (const keys of [
      { p256dh: convert("compressed"), auth },
      { p256dh: convert("hybrid"), auth },
      { p256dh: offCurve, auth },
      { p256dh: p256dh.slice(0, 40), auth },
      { p256dh, auth: auth.slice(0, 10) },
    ]) {
      await expect(as(addDevice, { body: { ...subscription, keys } })).rejects.toMatchObject({
        status: 400,
        problem: { fields: { keys: { code: "push_keys_invalid" } } },
      });
    }
  });
});

describe("a push message", () => {
  test("reaches its browser only, encrypted and signed", async ({ app }) => {
    const reader = await app.make.user();
    const browser = createPushBrowser();
    const { key } = await app.as(reader)(getKey, {});
    const { id } = await app.as(reader)(addDevice, { body: browser.subscription });
    app.webPushClient.posted.length = 0;

    await app.as(reader)(testDevice, { params: { deviceId: id } });
    expect(app.webPushClient.posted).toEqual([]);
    await app.runJobs();

    const [posted] = app.webPushClient.posted;
    expect(posted).toMatchObject({
      endpoint: browser.subscription.endpoint,
      headers: { TTL: 300, Urgency: "high", Topic: "test" },
    });
    if (!posted) return;
    expect(posted.body.toString("latin1")).not.toContain("It works");
    expect(browser.open(posted)).toMatchObject({ kind: "test", title: "It works", lang: "en" });
    expect(isSignedBy(String(posted.headers["Authorization"]), key, "https://fcm.googleapis.com")).toBe(true);
    const [device] = await app.as(reader)(listDevices, {});
    expect(device).toMatchObject({ lastSucceededAt: app.services.clock(), lastError: null });
    const stored = await app.db.select().from(pushMessages).where(eq(pushMessages.deviceId, id));
    expect(stored).toMatchObject([{ status: "sent", error: null, endedAt: app.services.clock() }]);
  });

  test.for([404, 410])("that gets %i disables the device", async (status, { app }) => {
    const as = app.as(await app.make.user());
    const { id: deviceId } = await as(addDevice, { body: createPushBrowser().subscription });
    app.webPushClient.respond = () => createReply(status);
    await as(testDevice, { params: { deviceId } });
    await app.runJobs();
    expect(await as(listDevices, {})).toEqual([]);
  });

  test("that was not accepted is retried within its TTL", async ({ app }) => {
    const as = app.as(await app.make.user());
    const { subscription } = createPushBrowser();
    const { id: deviceId } = await as(addDevice, { body: subscription });
    const countSent = () =>
      app.webPushClient.posted.filter(({ endpoint }) => endpoint === subscription.endpoint).length;
    await as(testDevice, { params: { deviceId } });
    const [message] = await app.db.select().from(pushMessages).where(eq(pushMessages.deviceId, deviceId));
    const sendAgain = () => app.services.jobs.add(sendPushJob, { id: message?.id ?? "" });
    for (const failure of [createReply(503), createReply(429), { kind: "unreachable" } as const]) {
      app.webPushClient.respond = () => failure;
      await expect(app.runJobs()).rejects.toThrow("was not accepted");
      await sendAgain();
    }
    expect((await as(listDevices, {}))[0]).toMatchObject({ lastError: "unreachable", lastSucceededAt: null });
    app.webPushClient.respond = () => createReply(201);
    await app.runJobs();
    await sendAgain();
    await app.runJobs();
    expect(countSent()).toBe(4);
    expect((await as(listDevices, {}))[0]).toMatchObject({ lastError: null });
  });

  test("is deleted with its subject while it waits, and no other is", async ({ app }) => {
    const { id: deviceId } = await app.as(await app.make.user())(addDevice, {
      body: createPushBrowser().subscription,
    });
    const message = {
      deviceId,
      kind: "notification",
      payload: {},
      topic: "post",
      expiresAt: new Date(),
    } as const;
    await app.db
      .insert(pushMessages)
      .values([
        { ...message, about: "post:1" },
        { ...message, about: "post:1", status: "sent" },
        { ...message, about: "post:2" },
        message,
      ]);

    await deleteUnsentPush(app.db, "post:1");
    await deleteUnsentPush(app.db, "");

    const { about, status } = pushMessages;
    const left = await app.db
      .select({ about, status })
      .from(pushMessages)
      .where(eq(pushMessages.deviceId, deviceId))
      .orderBy(about);
    expect(left).toEqual([
      { about: "", status: "waiting" },
      { about: "post:1", status: "sent" },
      { about: "post:2", status: "waiting" },
    ]);
  });

  test("waits for Retry-After within its TTL", async ({ app }) => {
    const as = app.as(await app.make.user());
    const { id: deviceId } = await as(addDevice, { body: createPushBrowser().subscription });
    const waits = [60, 300];
    app.webPushClient.respond = () => ({ ...createReply(429), retryAfterSeconds: waits.shift() ?? null });
    await as(testDevice, { params: { deviceId } });
    const add = vi.spyOn(app.services.jobs, "add");
    await app.runJobs();
    const runAt = new Date(app.services.clock().getTime() + 60_000);
    expect(add.mock.calls).toEqual([[sendPushJob, { id: expect.any(String) }, { runAt }]]);
    add.mockRestore();
    expect(waits).toEqual([]);
    expect(app.listQueuedJobs()).toEqual([]);
    expect((await as(listDevices, {}))[0]).toMatchObject({ lastError: "refused" });
  });

  test("with an unknown result is not repeated", async ({ app }) => {
    const as = app.as(await app.make.user());
    const { id: deviceId } = await as(addDevice, { body: createPushBrowser().subscription });
    app.webPushClient.respond = () => ({ kind: "unknown" });
    await as(testDevice, { params: { deviceId } });
    await app.runJobs();
    expect((await as(listDevices, {}))[0]).toMatchObject({ lastError: "unknown" });
    const stored = await app.db.select().from(pushMessages).where(eq(pushMessages.deviceId, deviceId));
    expect(stored).toMatchObject([{ status: "failed", error: "unknown" }]);
    expect(app.listQueuedJobs()).toEqual([]);
  });

  test("is sent later when the database is lost while it is claimed", async ({ app }) => {
    const as = app.as(await app.make.user());
    const { subscription } = createPushBrowser();
    const { id: deviceId } = await as(addDevice, { body: subscription });
    app.webPushClient.respond = () => createReply(201);
    await as(testDevice, { params: { deviceId } });
    const [message] = await app.db.select().from(pushMessages).where(eq(pushMessages.deviceId, deviceId));
    const listSent = () =>
      app.webPushClient.posted.filter(({ endpoint }) => endpoint === subscription.endpoint);

    await app.db.execute(sql`alter table push_devices rename column auth to lost`);
    await expect(app.runJobs()).rejects.toThrow();
    await app.db.execute(sql`alter table push_devices rename column lost to auth`);
    expect(listSent()).toHaveLength(0);
    await app.services.jobs.add(sendPushJob, { id: message?.id ?? "" });
    await app.runJobs();

    expect(listSent()).toHaveLength(1);
  });

  test("is not sent to a disabled device, nor when its time is over", async ({ app }) => {
    const as = app.as(await app.make.user());
    const { id: deviceId } = await as(addDevice, { body: createPushBrowser().subscription });
    const params = { deviceId };
    app.webPushClient.posted.length = 0;
    await as(testDevice, { params });
    await as(updateDevice, { params, body: { isOn: false } });
    await expect(as(testDevice, { params })).rejects.toMatchObject({ status: 409 });
    await app.runJobs();
    await as(updateDevice, { params, body: { isOn: true } });
    await as(testDevice, { params });
    const start = app.services.clock();
    app.setClock(new Date(start.getTime() + 300_000));
    await app.runJobs();
    app.setClock(start);

    expect(app.webPushClient.posted).toEqual([]);
    const stored = await app.db.select().from(pushMessages).where(eq(pushMessages.deviceId, deviceId));
    expect(stored.map(({ status, error }) => `${status} ${error}`)).toEqual(["failed late", "failed late"]);
  });

  test("of a notification names only its kind, in the user's language", async ({ app }) => {
    app.webPushClient.respond = () => createReply(201);
    const reader = await app.make.user();
    const browser = createPushBrowser();
    await app.as(reader)(addDevice, { body: browser.subscription });
    await app.as(reader)(accountsContract.updatePreferences, { body: { language: "ar" } });
    app.webPushClient.posted.length = 0;
    const neighbour = await app.make.user();
    await app.as(neighbour)(addDevice, { body: createPushBrowser().subscription });
    const { id: deviceId } = await app.as(reader)(addDevice, { body: createPushBrowser().subscription });
    await app.as(reader)(updateDevice, { params: { deviceId }, body: { isOn: false } });

    const event = {
      type: "new_book" as const,
      params: { bookId: "7", book: "A PRIVATE TITLE" },
      key: "private",
    };
    for (let times = 0; times < 2; times++) await notify(app.services, reader.id, event);
    await app.runJobs();

    expect(app.webPushClient.posted).toHaveLength(1);
    const [posted] = app.webPushClient.posted;
    expect(posted?.headers).toMatchObject({ Urgency: "normal", Topic: expect.stringMatching(/^.{32}$/) });
    const text = posted && browser.open(posted);
    expect(text).toMatchObject({
      kind: "notification",
      url: "/book/7",
      lang: "ar",
      title: "كتاب جديد",
      isSilent: false,
    });
    expect(JSON.stringify(text)).not.toContain("PRIVATE");

    await app.as(reader)(notificationsContract.updateSetting, { body: { type: "new_book", push: false } });
    await notify(app.services, reader.id, { ...event, key: "unwanted" });
    await app.runJobs();
    expect(app.webPushClient.posted).toHaveLength(1);
  });

  test("is deleted a week later", async ({ app }) => {
    const { id: deviceId } = await app.as(await app.make.user())(addDevice, {
      body: createPushBrowser().subscription,
    });
    const weekMs = 7 * 24 * 3_600_000;
    const message = { deviceId, kind: "test", payload: {}, expiresAt: new Date() } as const;
    const since = app.services.clock().getTime() - weekMs;
    await app.db.insert(pushMessages).values([
      { ...message, topic: "old", createdAt: new Date(since - 1) },
      { ...message, topic: "new", createdAt: new Date(since) },
    ]);

    await pushJobs.find(({ name }) => name === "push.purge")?.run(app.services, {} as never);

    const left = await app.db.select().from(pushMessages).where(eq(pushMessages.deviceId, deviceId));
    expect(left.map(({ topic }) => topic)).toEqual(["new"]);
  });
});

test("concurrent processes create the same keys", async ({ app }) => {
  const devices = await Promise.all(
    Array.from({ length: 8 }, () => getVapidKeys({ db: Object.create(app.db) })),
  );
  expect(new Set(devices.map(({ publicKey }) => publicKey)).size).toBe(1);
});

/** Verifies the signature and the audience of an RFC 8292 token. */
function isSignedBy(authorization: string, key: string, audience: string): boolean {
  const [, token = "", message] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const jwk = {
    kty: "EC",
    crv: "P-256",
    x: point.subarray(1, 33).toString("base64url"),
    y: point.subarray(33).toString("base64url"),
  };
  const publicKey = createPublicKey({ key: jwk, format: "jwk" });
  const signed = Buffer.from(`${header}.${claims}`);
  const { aud, exp } = JSON.parse(Buffer.from(claims, "base64url").toString());
  return (
    message === key &&
    aud === audience &&
    Number.isInteger(exp) &&
    verify(
      "sha256",
      signed,
      { key: publicKey, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    )
  );
}
