import { done } from "#shared/api/schemas.ts";
import { goalsContract } from "#shared/goals/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { listGoals, putGoal, removeGoal } from "./service.ts";

export const goalsRoutes = bindRoutes(goalsContract, {
  listGoals: ({ query }, { user, ...services }) => listGoals(services, user, query.zone),
  putGoal: ({ params, query, body }, { user, ...services }) =>
    putGoal(services, user, params.goalId, { goal: body, zone: query.zone }),
  removeGoal: async ({ params }, { user, ...services }) => {
    await removeGoal(services, user.id, params.goalId);
    return done;
  },
});
