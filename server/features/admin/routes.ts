import { adminContract } from "#shared/admin/contract.ts";
import { testDevices } from "#server/features/push/service.ts";
import { implement } from "#server/http/api/bind-contract.ts";
import { getAthanFigures } from "./athan.ts";
import { countHouse, listDeskItems } from "./queries.ts";

export const adminRoutes = implement(adminContract, {
  getDesk: async (_input, { db }) => ({ ...(await listDeskItems(db)), ...(await countHouse(db)) }),
  getAthanFigures: ({ query }, services) => getAthanFigures(services, query.since),
  sendTest: async (_input, { user, ...services }) => ({ devices: await testDevices(services, user.id) }),
});
