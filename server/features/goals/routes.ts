import { goalsContract } from "#shared/goals/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { deleteGoal, listGoals, saveGoal } from "./service.ts";

export const goalsRoutes = bindRoutes(goalsContract, {
  listGoals: ({ user, ...services }, { query }) => listGoals(services, user, query.zone),
  saveGoal: ({ user, ...services }, { params, query, body }) =>
    saveGoal(services, user, params.goalId, { goal: body, zone: query.zone }),
  deleteGoal: ({ user, ...services }, { params }) => deleteGoal(services, user.id, params.goalId),
});
