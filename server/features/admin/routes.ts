import { adminContract } from "#shared/admin/contract.ts";
import { getLastBackup } from "#server/features/backups/service.ts";
import { testDevices } from "#server/features/push/service.ts";
import { countFailedJobs, countWrongCounts } from "#server/features/staff/service.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getActivity } from "./activity.ts";
import { getPrayerAdminStats } from "./prayer-stats.ts";
import { countSite, listAttentionItems } from "./queries.ts";

export const adminRoutes = bindRoutes(adminContract, {
  getDashboard: async (_input, { db }) => ({
    ...(await listAttentionItems(db)),
    ...(await countSite(db)),
    failedJobs: await countFailedJobs(db),
    wrongCounts: await countWrongCounts(db),
    backup: await getLastBackup(db),
  }),
  getActivity: (_input, services) => getActivity(services),
  getPrayerStats: ({ query }, services) => getPrayerAdminStats(services, query.since),
  sendTest: async (_input, { user, ...services }) => ({ devices: await testDevices(services, user.id) }),
});
