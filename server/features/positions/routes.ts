import { positionsContract } from "#shared/positions/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { savePositions } from "./save-positions.ts";
import { getMyPosition as getPosition, listPositions } from "./service.ts";

export const positionsRoutes = bindRoutes(positionsContract, { savePositions, getPosition, listPositions });
