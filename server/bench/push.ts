import { sql } from "drizzle-orm";
import type { PrayerProfile } from "#shared/prayer/prayer-profile.ts";
import { listAlertsBetween } from "#shared/prayer/scheduled-alerts.ts";
import { openDatabase } from "#server/db/client.ts";
import { NotificationSender } from "#server/features/prayer-notifications/notification-sender.ts";
import { planUpcoming } from "#server/features/prayer-notifications/schedule.ts";
import type { Services } from "#server/services.ts";
import { CountingStub } from "./push/counting-stub.ts";
import { measureEncryption, measureSending } from "./push/encryption.ts";
import { addReaders } from "./push/readers.ts";
import type { Report, Section } from "./section.ts";

const minuteMs = 60_000;
const minutesOfDay = 24 * 60;
const recheckedReaders = 1_000;

/** `--readers=20000` for a smaller run. */
const input = process.argv.find((arg) => arg.startsWith("--readers="));
const readers = Number(input?.split("=")[1] ?? 1_000_000);

/**
 * A day of prayer notifications around the world. Its clock moves on as fast as they can be sent.
 */
export const push: Section = {
  name: "push",
  async run(report, bench) {
    report.metric(
      "messages encrypted and signed, one core",
      await measureEncryption(bench.services),
      "per second",
    );
    report.metric(
      "messages encrypted and delivered over TLS, in one process with the stub",
      await measureSending(bench.services),
      "per second",
    );

    report.step(`adding ${readers.toLocaleString("en")} readers`);
    const begin = Date.parse("2026-03-10T00:00:00Z");
    let now = begin;
    // Counts scan whole tables, which may exceed the request timeout.
    const db = openDatabase(bench.databaseUrl, { statementTimeoutMs: 0 });
    const services: Services = { ...bench.services, db, clock: () => new Date(now) };
    const kinds = await addReaders(services, readers, (done) => {
      if (done % 200_000 === 0) report.step(`${done.toLocaleString("en")} readers`);
    });
    await services.db.execute(sql`analyze users, push_devices, prayer_profiles`);
    report.note(
      `${readers.toLocaleString("en")} readers by the population of cities: ${kinds.toLocaleString("en")} different locations and methods`,
    );

    report.step("planning");
    const planning = performance.now();
    const planned = (await Promise.all([planUpcoming(services), planUpcoming(services)])).reduce(
      (a, b) => a + b,
    );
    const planSeconds = (performance.now() - planning) / 1000;
    report.metric("notifications planned by two workers in one process", planned / planSeconds, "per second");
    report.note(
      `${planned.toLocaleString("en")} alerts planned, 37 to 49 hours ahead, in ${planSeconds.toFixed(0)} s`,
    );
    await services.db.execute(sql`vacuum (analyze) prayer_notifications`);
    report.metric(
      "readers whose plan differs from a new calculation",
      await countMisplanned(services, begin),
      "readers",
      { max: 0 },
    );

    report.step("the day");
    const stub = new CountingStub(readers);
    const busiestMinute = await runDay(report, services, stub, (minute) => {
      now = begin + minute * minuteMs;
    });
    await reportBusiest(report, busiestMinute);
    const until = new Date(begin + minutesOfDay * minuteMs);
    report.step("counting");
    report.metric("alerts sent in the day", stub.sent, "alerts");
    report.metric(
      "readers with a missing, duplicate or wrong alert",
      await stub.countAffected(services, new Date(begin), until),
      "readers",
      { max: 0 },
    );
    report.metric("alerts later than 90 s", stub.late, "alerts", { max: 0 });
    await db.$client.end();
    report.metric(
      "memory of the process that planned and sent everything",
      process.memoryUsage().rss / 1e6,
      "MB",
    );
  },
};

interface Minute {
  readonly alerts: number;
  readonly seconds: number;
}

async function runDay(
  report: Report,
  services: Services,
  stub: CountingStub,
  setMinute: (minute: number) => void,
): Promise<Minute> {
  const sender = new NotificationSender(services, { send: stub.send });
  let busiestMinute: Minute = { alerts: 0, seconds: 0 };
  const startedAt = performance.now();
  for (let minute = 1; minute <= minutesOfDay; minute++) {
    setMinute(minute);
    const before = stub.sent;
    const started = performance.now();
    while ((await sender.sendDue()) > 0) await sender.drain();
    const seconds = (performance.now() - started) / 1000;
    const alerts = stub.sent - before;
    if (alerts > busiestMinute.alerts) busiestMinute = { alerts, seconds };
    if (minute % 120 === 0) report.step(`${minute / 60} o'clock, ${stub.sent.toLocaleString("en")} alerts`);
  }
  report.metric(
    "alerts claimed, sent and recorded, over the whole day",
    stub.sent / ((performance.now() - startedAt) / 1000),
    "per second",
  );
  return busiestMinute;
}

async function reportBusiest(report: Report, { alerts, seconds }: Minute): Promise<void> {
  report.metric("busiest minute", alerts, "alerts");
  report.metric("busiest minute claimed, sent and recorded", seconds, "s", { max: 20 });
}

async function countMisplanned({ db }: Services, begin: number): Promise<number> {
  const { rows } = await db.execute<{
    profile: PrayerProfile;
    planned_until: string;
    dueTimes: string[] | null;
  }>(sql`
    select s.profile, s.planned_until::text, (
      select json_agg(extract(epoch from p.due_at)::bigint order by p.due_at)
      from prayer_notifications p where p.user_id = s.user_id
    ) as "dueTimes"
    from prayer_profiles s order by s.user_id limit ${recheckedReaders}`);
  return rows.filter(({ profile: { location, ...profile }, planned_until: until, dueTimes }) => {
    if (!location) return true;
    const due = listAlertsBetween(location, profile, new Date(begin), new Date(until));
    return (
      JSON.stringify(due.map(({ at }) => at.getTime() / 1000)) !==
      JSON.stringify((dueTimes ?? []).map(Number))
    );
  }).length;
}
