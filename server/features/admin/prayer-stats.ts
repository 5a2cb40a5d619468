import type { PrayerAdminStats } from "#shared/admin/contract.ts";
import { getPrayerStats } from "#server/features/prayer-notifications/service.ts";
import { getPushDeliveryStats } from "#server/features/push/service.ts";
import type { Services } from "#server/services.ts";

/** The current day of every time zone began within this time. */
const maxMs = 48 * 3_600_000;

export async function getPrayerAdminStats(
  services: Pick<Services, "db" | "clock">,
  requested: Date,
): Promise<PrayerAdminStats> {
  const since = new Date(Math.max(requested.getTime(), services.clock().getTime() - maxMs));
  const { readers, sent, failed, dropped, dueByHour } = await getPrayerStats(services, since);
  const { devices, ...others } = await getPushDeliveryStats(services, since);
  return {
    since,
    devices,
    readers,
    prayerAlerts: { sent, failed, dropped },
    others,
    dueByHour: [...dueByHour],
  };
}
