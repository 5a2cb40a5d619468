import type { Services } from "#server/services.ts";
import { countAlertsByHour, countNotificationsByState, type PrayerCounts } from "./queries.ts";

const dayMs = 24 * 3_600_000;

export interface PrayerStats extends PrayerCounts {
  /** The next 24 hours touch 25 clock hours; hours without alerts are omitted. */
  readonly dueByHour: readonly { readonly hour: Date; readonly count: number }[];
}

export async function getPrayerStats(
  { db, clock }: Pick<Services, "db" | "clock">,
  since: Date,
): Promise<PrayerStats> {
  const now = clock();
  const [counts, dueByHour] = await Promise.all([
    countNotificationsByState(db, since, now),
    countAlertsByHour(db, now, new Date(now.getTime() + dayMs)),
  ]);
  return { ...counts, dueByHour };
}
