import { adminContract } from "#shared/admin/contract.ts";
import { implement } from "#server/http/implement.ts";
import { countHouse, listDeskItems } from "./queries.ts";

export const adminRoutes = implement(adminContract, {
  getDesk: async (_input, { db }) => ({ ...(await listDeskItems(db)), ...(await countHouse(db)) }),
});
