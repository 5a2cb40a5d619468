import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { listAlertsBetween } from "#shared/prayer/scheduled-alerts.ts";
import { PushDeviceId } from "#shared/push/contract.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { measurePerSecond, size, timed } from "#server/bench/core/load.ts";
import { openDatabase } from "#server/db/client.ts";
import { NotificationSender } from "#server/features/prayer-notifications/notification-sender.ts";
import { planUpcoming } from "#server/features/prayer-notifications/schedule.ts";
import { encryptMessage } from "#server/features/push/encrypt.ts";
import { getVapidKeys } from "#server/features/push/vapid-keys.ts";
import type { Services } from "#server/services.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";
import { addReaders, CountingStub } from "./readers.ts";

const minuteMs = 60_000;
const minutesOfDay = 24 * 60;
const encryptions = size(10_000, 500);
const recheckedReaders = 1_000;
const readers = size(1_000_000, 2_000);
const begin = Date.parse("2026-03-10T00:00:00Z");

/** A day of prayer notifications around the world. Its clock moves on as fast as they can be sent. */
export async function push(bench: Bench): Promise<void> {
  const encrypted = await measureEncryption(bench.services);
  bench.figures(["messages encrypted and signed, one core", encrypted, "per second"]);

  const all = readers.toLocaleString("en");
  bench.step(`adding ${all} readers`);
  let now = begin;
  // Counts scan whole tables, which may exceed the request timeout.
  const db = openDatabase(bench.databaseUrl, { statementTimeoutMs: 0 });
  bench.atEnd(() => db.$client.end());
  const services: Services = { ...bench.services, db, clock: () => new Date(now) };
  const kinds = (await addReaders(services, readers)).toLocaleString("en");
  await bench.sql("analyze users, push_devices, prayer_profiles");
  bench.note(`${all} readers by the population of cities: ${kinds} different locations and methods`);

  bench.step("planning");
  const planMs = await timed(() => Promise.all([planUpcoming(services), planUpcoming(services)]));
  const planned = await bench.count("prayer_notifications");
  await bench.sql("vacuum (analyze) prayer_notifications");
  const differing = "readers whose plan differs from a new calculation";
  bench.figures(
    ["notifications planned by two workers in one process", (planned * 1_000) / planMs, "per second"],
    [differing, await countMisplanned(services), "readers", "≤ 0"],
  );
  bench.note(`${planned.toLocaleString("en")} alerts planned, 37 to 49 hours ahead`);

  bench.step("the day");
  const stub = new CountingStub(readers);
  const sender = new NotificationSender(services, { send: stub.send });
  let busiest = { alerts: 0, ms: 0 };
  const dayMs = await timed(async () => {
    for (let minute = 1; minute <= minutesOfDay; minute++) {
      now = begin + minute * minuteMs;
      const before = stub.sent;
      const ms = await timed(async () => {
        while ((await sender.sendDue()) > 0) await sender.drain();
      });
      if (stub.sent - before > busiest.alerts) busiest = { alerts: stub.sent - before, ms };
      if (minute % 120 === 0) bench.step(`${minute / 60} o'clock, ${stub.sent.toLocaleString("en")} alerts`);
    }
  });
  bench.figures(
    ["alerts claimed, sent and recorded, over the whole day", (stub.sent * 1_000) / dayMs, "per second"],
    ["busiest minute", busiest.alerts, "alerts"],
    ["busiest minute claimed, sent and recorded", busiest.ms / 1_000, "s", "≤ 20"],
    ["alerts sent in the day", stub.sent, "alerts"],
    [
      "readers with a missing, duplicate or wrong alert",
      await stub.countAffected(services, new Date(begin), new Date(now)),
      "readers",
      "≤ 0",
    ],
    ["alerts later than 90 s", stub.late, "alerts", "≤ 0"],
    ["memory of the process that planned and sent everything", process.memoryUsage().rss / 1e6, "MB"],
  );
}

async function measureEncryption(services: Services): Promise<number> {
  const keys = await getVapidKeys(services);
  const { endpoint, keys: own } = createPushBrowser().subscription;
  const subscription = { id: PushDeviceId.parse(randomUUID()), endpoint, ...own };
  const payload = {
    kind: "prayer",
    title: "It is time for Maghrib",
    body: "6:42 PM",
    lang: "en",
    url: "/athan-demo",
    tag: "prayer 2026-03-01 maghrib",
    isSilent: false,
    until: new Date(),
  };
  const options = { ttl: 90, urgency: "high", topic: "2026-03-01-maghrib" } as const;
  const encrypt = () =>
    encryptMessage(keys, "mailto:a@example.org", subscription, payload, options, Date.now());
  await measurePerSecond(encryptions, 1, encrypt);
  return measurePerSecond(encryptions, 1, encrypt);
}

async function countMisplanned({ db }: Services): Promise<number> {
  const { rows } = await db.execute<{ profile: PrayerProfile; until: string; planned: string }>(sql`
    select s.profile, s.planned_until::text as until, (
      select coalesce(string_agg(extract(epoch from p.due_at)::bigint::text, ',' order by p.due_at), '')
      from prayer_notifications p where p.user_id = s.user_id
    ) as planned
    from prayer_profiles s order by s.user_id limit ${recheckedReaders}`);
  return rows.filter(({ profile: { location, ...profile }, until, planned }) => {
    const due = location && listAlertsBetween(location, profile, new Date(begin), new Date(until));
    return due?.map(({ at }) => at.getTime() / 1000).join() !== planned;
  }).length;
}
