import type { InputOf } from "#shared/api/contract.ts";
import type { prayerNotificationsContract } from "#shared/prayer/notifications-contract.ts";
import { type PrayerProfile, roundCoordinates } from "#shared/prayer/prayer-profile.ts";
import { isKnownZone, Zone } from "#shared/reading-activity/time-zone.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, invalid } from "#server/http/api/problem.ts";
import { disablePrayerDevices, hasPrayerDevice } from "./queries.ts";
import { reschedule } from "./schedule.ts";
import { findPrayerProfile } from "./schedule-queries.ts";

/** Null without a prayer profile. */
export async function getPrayerProfile({ db, user }: Context): Promise<PrayerProfile | null> {
  return (await findPrayerProfile(db, user.id))?.profile ?? null;
}

/**
 * Stores a prayer profile with a rounded location and reschedules.
 *
 * @throws {ProblemError} `invalid_input` without a location or for an unknown zone, `conflict` without a
 * device with prayer alerts
 */
export async function savePrayerProfile(
  { db, clock, user }: Context,
  { body: input }: InputOf<typeof prayerNotificationsContract.savePrayerProfile>,
): Promise<PrayerProfile> {
  const { location } = input;
  if (!location) throw invalid({ location: "location_required" });
  if (!Zone.safeParse(location.zone).success || !isKnownZone(location.zone) || !hasClock(location.zone)) {
    throw invalid({ "location.zone": "time_zone_unknown" });
  }
  const profile: PrayerProfile = { ...input, location: roundCoordinates(location) };
  await db.transaction(async (tx) => {
    if (!(await hasPrayerDevice(tx, user.id))) {
      throw conflict("alerts_off_everywhere");
    }
    await reschedule(tx, user.id, profile, clock());
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

export async function deletePrayerProfile({ db, user }: Context): Promise<void> {
  await disablePrayerDevices(db, user.id);
}
