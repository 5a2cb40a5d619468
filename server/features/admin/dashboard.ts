import type { AdminDashboard } from "#shared/admin/contract.ts";
import { getLastBackup } from "#server/features/backups/service.ts";
import { testDevices } from "#server/features/push/service.ts";
import { countFailedJobs, countWrongCounts } from "#server/features/staff/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { countSite, listAttentionItems } from "./queries.ts";

export const getDashboard = async ({ db }: Context): Promise<AdminDashboard> => ({
  ...(await listAttentionItems(db)),
  ...(await countSite(db)),
  failedJobs: await countFailedJobs(db),
  wrongCounts: await countWrongCounts(db),
  backup: await getLastBackup(db),
});

/** Sends a test notification to the caller's own devices. */
export const sendTest = async (context: Context) => ({
  devices: await testDevices(context, context.user.id),
});
