import type { PrayerAdminStats } from "#shared/admin/contract.ts";
import { getPrayerFigures } from "#server/features/prayer-notifications/service.ts";
import { getPushFigures } from "#server/features/push/service.ts";
import type { Services } from "#server/services.ts";

/** The current day of every time zone began within this time. */
const maxMs = 48 * 3_600_000;

export async function getPrayerAdminStats(
  services: Pick<Services, "db" | "clock">,
  requested: Date,
): Promise<PrayerAdminStats> {
  const since = new Date(Math.max(requested.getTime(), services.clock().getTime() - maxMs));
  const { readers, sent, failed, dropped, dueByHour } = await getPrayerFigures(services, since);
  const { devices, ...others } = await getPushFigures(services, since);
  return {
    since,
    devices,
    readers,
    prayerAlerts: { sent, failed, dropped },
    others,
    dueByHour: [...dueByHour],
  };
}
