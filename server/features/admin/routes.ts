import { adminContract } from "#shared/admin/contract.ts";
import { testDevices } from "#server/features/push/service.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { getAthanFigures } from "./athan.ts";
import { listDeskItems, siteCounts } from "./queries.ts";

export const adminRoutes = bindRoutes(adminContract, {
  getDashboard: async (_input, { db }) => ({ ...(await listDeskItems(db)), ...(await siteCounts(db)) }),
  getAthanFigures: ({ query }, services) => getAthanFigures(services, query.since),
  sendTest: async (_input, { user, ...services }) => ({ devices: await testDevices(services, user.id) }),
});
