import { once } from "node:events";
import { and, asc, eq, gt, lt, min } from "drizzle-orm";
import { describe, expect } from "vitest";
import { defaultAlerts } from "#shared/prayer/alert-settings.ts";
import { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { defaultProfile, type PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { defaultPrayerSettings, prayers } from "#shared/prayer/settings.ts";
import { getDayTimes } from "#shared/prayer/times.ts";
import { pushContract } from "#shared/push/contract.ts";
import { addDays } from "#shared/reading-activity/time-zone.ts";
import { prayerNotifications } from "#server/db/schema/prayer/prayer.ts";
import type { PushReply, PushRequest } from "#server/http/security/web-push-client.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";
import { spawnScript } from "#server/testing/peers/spawned-server.ts";
import { createSubscribedUser, locations } from "#server/testing/peers/subscribed-user.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { planNotificationsNow, prayerNotificationJobs } from "./jobs.ts";
import { NotificationSender } from "./notification-sender.ts";
import { planUpcoming } from "./schedule.ts";
import { getPrayerStats } from "./service.ts";

const minute = 60_000;
const hour = 60 * minute;
const accepted: PushReply = { kind: "replied", status: 201, retryAfterSeconds: null };
type Subscriber = Awaited<ReturnType<typeof createSubscribedUser>>;

interface ReceivedPush {
  readonly endpoint: string;
  readonly at: Date;
  readonly request: PushRequest;
}

/**
 * Advances the clock to each due minute while several workers poll. Records what they send.
 */
async function advanceClock(app: TestApp, from: Date, until: Date, workers = 1): Promise<ReceivedPush[]> {
  const received: ReceivedPush[] = [];
  app.webPushClient.respond = (request) => {
    received.push({ endpoint: request.endpoint, at: app.services.clock(), request });
    return accepted;
  };
  const senders = Array.from(
    { length: workers },
    () => new NotificationSender(app.services, { retryDelays: [1, 1] }),
  );
  for (let now = from; now <= until; now = await findNextTime(app, now)) {
    app.setClock(now);
    if (now.getTime() % (6 * hour) === 0) await planUpcoming(app.services);
    await Promise.all(senders.map((sender) => sender.sendDue()));
    await Promise.all(senders.map((sender) => sender.drain()));
  }
  app.setClock(until);
  return received;
}

async function findNextTime({ db }: TestApp, now: Date): Promise<Date> {
  const [next] = await db
    .select({ dueAt: min(prayerNotifications.dueAt) })
    .from(prayerNotifications)
    .where(and(eq(prayerNotifications.state, "due"), gt(prayerNotifications.dueAt, now)));
  const nextHour = (Math.floor(now.getTime() / hour) + 1) * hour;
  return new Date(Math.min(nextHour, next?.dueAt?.getTime() ?? nextHour));
}

const listReceived = ({ browser }: Subscriber, received: readonly ReceivedPush[]) =>
  received.filter(({ endpoint }) => endpoint === browser.subscription.endpoint);

function listExpectedTimes(
  { location, settings }: Pick<PrayerProfile, "location" | "settings">,
  days: readonly string[],
) {
  if (!location) return [];
  return days.flatMap((day) =>
    prayers.map((prayer) => getDayTimes(location, settings, day)[prayer].toISOString()),
  );
}

const savePrayerProfile = (
  location: PrayerProfile["location"] extends infer P | null ? Omit<P & object, "name" | "country"> : never,
) => ({
  ...defaultProfile,
  location: {
    ...location,
    latitude: Math.round(location.latitude * 100) / 100,
    longitude: Math.round(location.longitude * 100) / 100,
    name: null,
    country: null,
  },
});
const listTimes = (received: readonly ReceivedPush[]) => received.map(({ at }) => at.toISOString());

describe("alerts of a day", () => {
  test("arrive once at their minute, with several workers", async ({ app }) => {
    app.setClock(new Date("2026-03-10T00:00:00Z"));
    const readers = await Promise.all(
      Array.from({ length: 30 }, () => createSubscribedUser(app, locations.riyadh)),
    );
    const received = await advanceClock(app, app.services.clock(), new Date("2026-03-10T20:00:00Z"), 4);
    for (const reader of readers) {
      expect(listTimes(listReceived(reader, received))).toEqual(
        listExpectedTimes(savePrayerProfile(locations.riyadh), ["2026-03-10"]),
      );
    }
    expect(await getPrayerStats(app.services, new Date("2026-03-10T00:00:00Z"))).toMatchObject({
      readers: 30,
      sent: 150,
      failed: 0,
      dropped: 0,
    });
    const [first] = readers;
    const [fajr] = first ? listReceived(first, received) : [];
    expect(fajr && first?.browser.open(fajr.request)).toMatchObject({
      kind: "prayer",
      title: "It is time for Fajr",
      url: "/athan-demo",
      isSilent: false,
    });
    expect(fajr?.request.headers).toMatchObject({ TTL: 90, Urgency: "high", Topic: "2026-03-10-fajr" });
  });

  test.for([
    ["America/New_York", locations.newYork, "2026-03-08"],
    ["Europe/Berlin", locations.berlin, "2026-03-29"],
    ["Europe/Berlin", locations.berlin, "2026-10-25"],
    ["Africa/Cairo", locations.cairo, "2026-04-24"],
    ["Australia/Sydney", locations.sydney, "2026-10-04"],
  ] as const)("are correct around clock changes: %s, %s", async ([, location, day], { app }) => {
    const begin = Date.parse(`${addDays(day, -2)}T00:00:00Z`);
    app.setClock(new Date(begin));
    const reader = await createSubscribedUser(app, location);
    const received = await advanceClock(app, new Date(begin), new Date(begin + 4.5 * 24 * 60 * minute));
    const expected = listExpectedTimes(
      savePrayerProfile(location),
      [-3, -2, -1, 0, 1, 2, 3].map((by) => addDays(day, by)),
    ).filter((at) => Date.parse(at) > begin && Date.parse(at) <= begin + 4.5 * 24 * 60 * minute);
    expect(listTimes(listReceived(reader, received))).toEqual(expected);
  });

  test("are in the user's language, silent when configured", async ({ app }) => {
    app.setClock(new Date("2026-03-06T00:00:00Z"));
    const alerts = {
      ...defaultAlerts,
      byPrayer: { ...defaultAlerts.byPrayer, asr: { sound: "silent", recordingId: null } as const },
      reminders: [
        { id: crypto.randomUUID(), prayer: "friday", minutes: -15, sound: "chime" } as const,
        { id: crypto.randomUUID(), prayer: "isha", minutes: 2, sound: "silent" } as const,
      ],
    };
    const reader = await createSubscribedUser(app, locations.riyadh, { alerts });
    await app.db.execute(`update users set preferences = '{"language":"ar"}' where id = '${reader.user.id}'`);
    const received = listReceived(
      reader,
      await advanceClock(app, app.services.clock(), new Date("2026-03-06T20:00:00Z")),
    );
    const payloads = received.map(({ request }) => reader.browser.open(request));
    expect(payloads.map(({ title }) => title)).toEqual([
      "حان وقت الفجر",
      "بقي على الجمعة 15 دقيقة",
      "حان وقت الجمعة",
      "حان وقت العصر",
      "حان وقت المغرب",
      "حان وقت العشاء",
      "مضى على العشاء دقيقتان",
    ]);
    expect(payloads.map(({ isSilent }) => isSilent)).toEqual([false, false, false, true, false, false, true]);
    expect(payloads.every(({ lang }) => lang === "ar")).toBe(true);
  });
});

test("respect a mute until its time, also when planned meanwhile", async ({ app }) => {
  app.setClock(new Date("2026-04-06T00:00:00Z"));
  const { isha } = getDayTimes(locations.riyadh, defaultPrayerSettings, "2026-04-07");
  const reader = await createSubscribedUser(app, locations.riyadh, {
    alerts: { ...defaultAlerts, mutedUntil: isha },
  });
  expect(await reader.as(prayerNotificationsContract.getPrayerProfile, {})).toMatchObject({
    alerts: { mutedUntil: isha },
  });
  const received = await advanceClock(app, app.services.clock(), new Date("2026-04-08T06:00:00Z"));
  const { fajr } = getDayTimes(locations.riyadh, defaultPrayerSettings, "2026-04-08");
  expect(listTimes(listReceived(reader, received))).toEqual([isha, fajr].map((at) => at.toISOString()));
});

test("of the next 24 hours are all in the statistics", async ({ app }) => {
  const begin = Date.parse("2026-07-06T00:20:00Z");
  app.setClock(new Date(begin));
  await app.db.execute("delete from prayer_profiles");
  await createSubscribedUser(app, locations.riyadh);
  const sums: number[] = [];
  for (let hours = 0; hours < 40; hours++) {
    app.setClock(new Date(begin + hours * hour));
    await planUpcoming(app.services);
    const { dueByHour } = await getPrayerStats(app.services, app.services.clock());
    sums.push(dueByHour.reduce((sum, { count }) => sum + count, 0));
  }
  expect(new Set(sums)).toEqual(new Set([5]));
});

describe("a sent alert", () => {
  const day = "2026-05-10";
  const riyadh = getDayTimes(locations.riyadh, defaultPrayerSettings, day);
  const hanafi = { ...defaultPrayerSettings, madhab: "hanafi" } as const;

  test("is not repeated when its time moves later", async ({ app }) => {
    app.setClock(new Date(`${day}T06:00:00Z`));
    const reader = await createSubscribedUser(app, locations.riyadh);
    const first = await advanceClock(app, app.services.clock(), riyadh.asr);
    await reader.put({ settings: hanafi });
    await reader.put({
      settings: { ...defaultPrayerSettings, adjustments: { ...defaultPrayerSettings.adjustments, asr: 5 } },
    });
    await reader.put({ settings: hanafi });
    const later = await advanceClock(app, riyadh.asr, new Date(`${day}T20:00:00Z`));
    const all = [...listReceived(reader, first), ...listReceived(reader, later)].map(
      ({ request }) => request.headers["Topic"],
    );
    expect(all).toEqual(["dhuhr", "asr", "maghrib", "isha"].map((prayer) => `${day}-${prayer}`));
  });

  test("is sent at the new time when it moves before, and not when that is past", async ({ app }) => {
    app.setClock(new Date(`${day}T06:00:00Z`));
    const [later, over] = [
      await createSubscribedUser(app, locations.riyadh),
      await createSubscribedUser(app, locations.riyadh, { settings: hanafi }),
    ];
    await advanceClock(app, app.services.clock(), new Date(riyadh.asr.getTime() - minute));
    await later.put({ settings: hanafi });
    const between = new Date(riyadh.asr.getTime() + 10 * minute);
    const quiet = await advanceClock(app, riyadh.asr, between);
    expect(quiet).toEqual([]);
    await over.put({ settings: defaultPrayerSettings });
    const evening = await advanceClock(app, between, riyadh.maghrib);
    const asr = getDayTimes(locations.riyadh, hanafi, day).asr;
    expect(listTimes(listReceived(later, evening))).toEqual(
      [asr, riyadh.maghrib].map((at) => at.toISOString()),
    );
    expect(listTimes(listReceived(over, evening))).toEqual([riyadh.maghrib.toISOString()]);
  });

  test("is not repeated when the user travels", async ({ app }) => {
    app.setClock(new Date(`${day}T00:00:00Z`));
    const reader = await createSubscribedUser(app, locations.riyadh);
    const all: ReceivedPush[] = [];
    const travels = [
      [`${day}T10:00:00Z`, locations.newYork],
      ["2026-05-11T06:00:00Z", locations.berlin],
      ["2026-05-11T12:00:00Z", locations.tokyo],
      ["2026-05-12T01:00:00Z", locations.losAngeles],
      ["2026-05-13T12:00:00Z", locations.riyadh],
    ] as const;
    for (const [until, location] of travels) {
      all.push(...listReceived(reader, await advanceClock(app, app.services.clock(), new Date(until))));
      await reader.put(savePrayerProfile(location));
    }
    const keys = all.map(({ request }) => String(request.headers["Topic"]));
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys.filter((key) => key.startsWith(day))).toEqual(prayers.map((prayer) => `${day}-${prayer}`));
    expect(keys.length).toBeGreaterThan(12);
  });

  test("is not repeated when the device is turned off and on", async ({ app }) => {
    app.setClock(new Date(`${day}T06:00:00Z`));
    const reader = await createSubscribedUser(app, locations.riyadh);
    await advanceClock(app, app.services.clock(), riyadh.asr);
    const params = { deviceId: reader.deviceId };
    await reader.as(pushContract.updateDevice, { params, body: { prayerAlerts: false } });
    await reader.as(pushContract.updateDevice, { params, body: { prayerAlerts: true } });
    await reader.put({ settings: hanafi });
    const later = await advanceClock(app, riyadh.asr, riyadh.maghrib);
    expect(listReceived(reader, later).map(({ request }) => request.headers["Topic"])).toEqual([
      `${day}-maghrib`,
    ]);
  });
});

test("after days of downtime alerts are planned at once", async ({ app }) => {
  app.setClock(new Date("2026-09-01T00:00:00Z"));
  await app.db.execute("delete from prayer_profiles");
  await createSubscribedUser(app, locations.riyadh);
  app.setClock(new Date("2026-09-05T00:00:00Z"));
  await planNotificationsNow(app.services);
  await app.runJobs();
  const { dueByHour } = await getPrayerStats(app.services, app.services.clock());
  expect(dueByHour.reduce((sum, { count }) => sum + count, 0)).toBe(5);
});

describe("failures", () => {
  const day = "2026-06-10";
  const { dhuhr, asr } = getDayTimes(locations.riyadh, defaultPrayerSettings, day);
  const addMs = (time: Date, ms: number) => new Date(time.getTime() + ms);

  test("of two hours cause no burst: missed alerts are dropped and counted", async ({ app }) => {
    app.setClock(addMs(dhuhr, -10 * minute));
    const reminders = Array.from({ length: 40 }, (_, n) => ({
      ...({ id: crypto.randomUUID(), prayer: "dhuhr", minutes: n + 1, sound: "chime" } as const),
    }));
    const reader = await createSubscribedUser(app, locations.riyadh, {
      alerts: { ...defaultAlerts, reminders },
    });
    const received = await advanceClock(app, addMs(dhuhr, 120 * minute), asr);
    expect(listTimes(listReceived(reader, received))).toEqual([asr.toISOString()]);
    expect((await getPrayerStats(app.services, addMs(dhuhr, -minute))).dropped).toBe(41);
  });

  test("under 90 seconds deliver late with a shorter TTL; longer ones do not", async ({ app }) => {
    app.setClock(addMs(dhuhr, -10 * minute));
    const [soon, late] = [
      await createSubscribedUser(app, locations.riyadh),
      await createSubscribedUser(app, locations.cairo),
    ];
    const cairo = getDayTimes(locations.cairo, defaultPrayerSettings, day).dhuhr;
    const [first] = listReceived(soon, await advanceClock(app, addMs(dhuhr, 80_000), addMs(dhuhr, 80_000)));
    expect(first?.request.headers["TTL"]).toBe(10);
    expect(listReceived(late, await advanceClock(app, addMs(cairo, 90_000), addMs(cairo, 90_000)))).toEqual(
      [],
    );
  });

  test("of a push service are retried within the TTL, until answered", async ({ app }) => {
    app.setClock(addMs(asr, -10 * minute));
    const reader = await createSubscribedUser(app, locations.riyadh);
    const sender = new NotificationSender(app.services, { retryDelays: [1, 1, 1] });
    const replies: PushReply[] = [{ ...accepted, status: 503 }, { kind: "unreachable" }, accepted];
    let requestCount = 0;
    app.webPushClient.respond = ({ endpoint }) => {
      if (endpoint !== reader.browser.subscription.endpoint) return accepted;
      return replies[requestCount++] ?? accepted;
    };
    app.setClock(asr);
    for (let times = 0; times < 5; times++) {
      await sender.sendDue();
      await sender.drain();
    }
    expect(requestCount).toBe(3);
  });

  test.for([
    ["does not answer", { kind: "unknown" } as const, "failed"],
    ["refuses", { ...accepted, status: 400 }, "failed"],
    ["wants more time than there is", { ...accepted, status: 429, retryAfterSeconds: 120 }, "failed"],
  ] as const)("with a push service that %s are not retried", async ([, reply, state], { app }) => {
    app.setClock(addMs(asr, -10 * minute));
    const reader = await createSubscribedUser(app, locations.riyadh);
    let requestCount = 0;
    app.webPushClient.respond = ({ endpoint }) => {
      if (endpoint === reader.browser.subscription.endpoint) requestCount += 1;
      return reply;
    };
    app.setClock(asr);
    const sender = new NotificationSender(app.services, { retryDelays: [1, 1, 1] });
    await sender.sendDue();
    await sender.drain();
    await sender.sendDue();
    await sender.drain();
    expect(requestCount).toBe(1);
    const [row] = await app.db
      .select()
      .from(prayerNotifications)
      .where(eq(prayerNotifications.userId, reader.user.id))
      .orderBy(asc(prayerNotifications.dueAt));
    expect(row).toMatchObject({ state, reached: 0, missed: 1 });
  });

  test("with Retry-After survive the end of a worker", async ({ app }) => {
    app.setClock(addMs(asr, -10 * minute));
    const reader = await createSubscribedUser(app, locations.riyadh);
    const other = await createSubscribedUser(app, locations.riyadh);
    const requested: string[] = [];
    const { endpoint } = reader.browser.subscription;
    let reply: PushReply = { ...accepted, status: 503, retryAfterSeconds: 30 };
    app.webPushClient.respond = (request) => {
      requested.push(request.endpoint);
      return request.endpoint === endpoint ? reply : accepted;
    };
    app.setClock(asr);
    const ending = new NotificationSender(app.services);
    await ending.sendDue();
    await expect.poll(() => requested.filter((each) => each === endpoint)).toHaveLength(1);
    await ending.release();
    await ending.drain();

    reply = accepted;
    app.setClock(addMs(asr, 20_000));
    const next = new NotificationSender(app.services);
    await next.sendDue();
    await next.drain();
    expect(requested.filter((each) => each === endpoint)).toHaveLength(2);
    expect(requested.filter((each) => each === other.browser.subscription.endpoint)).toHaveLength(1);
    const [row] = await app.db
      .select()
      .from(prayerNotifications)
      .where(and(eq(prayerNotifications.userId, reader.user.id), eq(prayerNotifications.dueAt, asr)));
    expect(row).toMatchObject({ state: "sent", reached: 1 });
  });

  test("such as kill -9 send no alert twice", async ({ app }) => {
    app.setClock(addMs(dhuhr, -10 * minute));
    const readers = await Promise.all(
      Array.from({ length: 5 }, () => createSubscribedUser(app, locations.riyadh)),
    );
    const child = spawnScript("sender-child-process", [app.databaseUrl, dhuhr.toISOString()]);
    await once(child.stdout, "data");
    child.kill("SIGKILL");
    await once(child, "exit");

    const received = await advanceClock(app, dhuhr, asr, 2);
    const started = await app.db
      .select()
      .from(prayerNotifications)
      .where(eq(prayerNotifications.dueAt, dhuhr));
    const mine = started.filter(({ userId }) => readers.some(({ user }) => user.id === userId));
    // A notification that was marked as sending may have arrived, so it is not sent again.
    for (const reader of readers) {
      const row = mine.find(({ userId }) => userId === reader.user.id);
      const localTimes = listTimes(listReceived(reader, received)).filter((at) => at === dhuhr.toISOString());
      expect(localTimes).toHaveLength(row?.state === "sending" ? 0 : 1);
      expect(listTimes(listReceived(reader, received)).at(-1)).toBe(asr.toISOString());
    }
    expect(mine.filter(({ state }) => state === "sending").length).toBeGreaterThan(0);

    const purge = prayerNotificationJobs.find(({ name }) => name === "prayer.purge");
    await purge?.run(app.services, {} as never);
    const finished = await app.db
      .select()
      .from(prayerNotifications)
      .where(eq(prayerNotifications.dueAt, dhuhr));
    const states = finished
      .filter(({ userId }) => mine.some((row) => row.userId === userId))
      .map(({ state }) => state);
    expect(states.every((state) => state === "sent" || state === "failed")).toBe(true);
    app.setClock(addMs(dhuhr, 80 * hour));
    await purge?.run(app.services, {} as never);
    expect(
      await app.db
        .select()
        .from(prayerNotifications)
        .where(lt(prayerNotifications.dueAt, addMs(dhuhr, hour))),
    ).toEqual([]);
  });

  test("of one push service do not delay others", async ({ app }) => {
    app.setClock(addMs(asr, -10 * minute));
    const slowUsers = await Promise.all(
      Array.from({ length: 3 }, () => createSubscribedUser(app, locations.riyadh)),
    );
    const slow = "https://updates.push.services.mozilla.com/wpush/v2/";
    for (const { as } of slowUsers) {
      const { id: deviceId } = await as(pushContract.addDevice, {
        body: {
          ...createPushBrowser(slow + crypto.randomUUID()).subscription,
        },
      });
      await as(pushContract.updateDevice, { params: { deviceId }, body: { prayerAlerts: true } });
    }
    let resolvePush: (reply: PushReply) => void = () => {};
    const pending = new Promise<PushReply>((resolve) => {
      resolvePush = resolve;
    });
    const received: string[] = [];
    app.webPushClient.respond = ({ endpoint }) => {
      if (endpoint.startsWith(slow)) return pending;
      received.push(endpoint);
      return accepted;
    };
    app.setClock(asr);
    const sender = new NotificationSender(app.services, { retryDelays: [] });
    await sender.sendDue();
    await expect
      .poll(() => slowUsers.every(({ browser }) => received.includes(browser.subscription.endpoint)))
      .toBe(true);
    resolvePush({ kind: "unknown" });
    await sender.drain();
  });
});
