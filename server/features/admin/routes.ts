import { adminContract } from "#shared/admin/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getActivity } from "./activity.ts";
import { getDashboard, sendTest } from "./dashboard.ts";
import { getPrayerAdminStats as getPrayerStats } from "./prayer-stats.ts";

export const adminRoutes = bindRoutes(adminContract, { getActivity, getDashboard, getPrayerStats, sendTest });
