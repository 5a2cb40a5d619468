import { done } from "#shared/api/schemas.ts";
import { goalsContract } from "#shared/goals/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { deleteGoal, listGoals, saveGoal } from "./service.ts";

export const goalsRoutes = bindRoutes(goalsContract, {
  listGoals: ({ query }, { user, ...services }) => listGoals(services, user, query.zone),
  saveGoal: ({ params, query, body }, { user, ...services }) =>
    saveGoal(services, user, params.goalId, { goal: body, zone: query.zone }),
  deleteGoal: async ({ params }, { user, ...services }) => {
    await deleteGoal(services, user.id, params.goalId);
    return done;
  },
});
