import { dayAt } from "#shared/ledger/zone.ts";
import { calledName } from "#shared/prayer/due.ts";
import { prayers } from "#shared/prayer/settings.ts";
import { dayTimes } from "#shared/prayer/times.ts";
import { say } from "#client/lib/words.ts";
import { prayerName, timeThere } from "./call-words.ts";
import { prayerSetup } from "./setup-store.ts";

/** What the five parts of today are called after the prayers of this device's place; null where it knows none. */
export function partsOfPrayers(now = new Date()): readonly string[] | null {
  const { place, settings } = prayerSetup();
  if (!place) return null;
  const times = dayTimes(place, settings, dayAt(place.zone, now.getTime()));
  return prayers.map((prayer) =>
    say("prayer.afterPrayer", {
      prayer: prayerName(calledName(prayer, times.day)),
      time: timeThere(times[prayer], place.zone),
    }),
  );
}
