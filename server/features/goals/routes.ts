import { goalsContract } from "#shared/goals/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { deleteGoal, listGoals, saveGoal } from "./service.ts";

export const goalsRoutes = bindRoutes(goalsContract, { listGoals, saveGoal, deleteGoal });
