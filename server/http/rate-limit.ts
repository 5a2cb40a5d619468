import type { Request, Response } from "express";
import type { RouteContract, StreamContract } from "#shared/kernel/contract.ts";
import type { Services } from "#server/services.ts";

/** Charges one request to the budget that its contract names. Replaced by the real budgets in the accounts step. */
export function limitBy(_services: Services, _contract: RouteContract | StreamContract) {
  return async (_req: Request, _res: Response): Promise<void> => {};
}
