import { challengesContract } from "#shared/challenges/contract.ts";
import { implement } from "#server/http/implement.ts";
import { listActive, listMine } from "./service.ts";

export const challengesRoutes = implement(challengesContract, {
  listActive: (_input, services) => listActive(services),
  listMine: (_input, { user, ...services }) => listMine(services, user.id),
});
