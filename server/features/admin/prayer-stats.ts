import type { adminContract, PrayerAdminStats } from "#shared/admin/contract.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { getPrayerStats } from "#server/features/prayer-notifications/service.ts";
import { getPushDeliveryStats } from "#server/features/push/service.ts";
import type { Context } from "#server/http/api/context.ts";

/** The current day of every time zone began within this time. */
const maxMs = 48 * 3_600_000;

export async function getPrayerAdminStats(
  context: Context,
  { query: { since: requested } }: InputOf<typeof adminContract.getPrayerStats>,
): Promise<PrayerAdminStats> {
  const since = new Date(Math.max(requested.getTime(), context.clock().getTime() - maxMs));
  const { readers, sent, failed, dropped, dueByHour } = await getPrayerStats(context, since);
  const { devices, ...others } = await getPushDeliveryStats(context, since);
  return {
    since,
    devices,
    readers,
    prayerAlerts: { sent, failed, dropped },
    others,
    dueByHour: [...dueByHour],
  };
}
