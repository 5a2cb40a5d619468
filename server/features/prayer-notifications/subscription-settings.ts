import type { UserId } from "#shared/accounts/user.ts";
import { type PrayerProfile, roundCoordinates } from "#shared/prayer/prayer-profile.ts";
import { isKnownZone, Zone } from "#shared/reading-activity/time-zone.ts";
import { conflict, invalid } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { disablePrayerDevices, hasPrayerDevice } from "./queries.ts";
import { reschedule } from "./schedule.ts";
import { findPrayerProfile } from "./schedule-queries.ts";

type Deps = Pick<Services, "db" | "clock">;

/** Null without a prayer profile. */
export async function getPrayerProfile(
  { db }: Pick<Deps, "db">,
  userId: UserId,
): Promise<PrayerProfile | null> {
  return (await findPrayerProfile(db, userId))?.profile ?? null;
}

/**
 * Stores a prayer profile with a rounded location and reschedules.
 *
 * @throws {ProblemError} `invalid_input` without a location or for an unknown zone, `conflict` without a
 * device with prayer alerts
 */
export async function savePrayerProfile(
  { db, clock }: Deps,
  userId: UserId,
  input: PrayerProfile,
): Promise<PrayerProfile> {
  const { location } = input;
  if (!location) throw invalid({ location: "location_required" });
  if (!Zone.safeParse(location.zone).success || !isKnownZone(location.zone) || !hasClock(location.zone)) {
    throw invalid({ "location.zone": "time_zone_unknown" });
  }
  const profile: PrayerProfile = { ...input, location: roundCoordinates(location) };
  await db.transaction(async (tx) => {
    if (!(await hasPrayerDevice(tx, userId))) {
      throw conflict("alerts_off_everywhere");
    }
    await reschedule(tx, userId, profile, clock());
  });
  return profile;
}

function hasClock(timeZone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat("en", { timeZone }));
  } catch {
    return false;
  }
}

export async function deletePrayerProfile({ db }: Pick<Deps, "db">, userId: UserId): Promise<void> {
  await disablePrayerDevices(db, userId);
}
