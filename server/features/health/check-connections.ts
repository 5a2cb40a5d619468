import type { Database } from "#server/db/client.ts";
import { type Finding, ok, warning } from "./finding.ts";
import { countWorkers, readConnectionLimit } from "./queries.ts";

/** Connections to the database itself, at most. */
export interface ConnectionBudget {
  /** Of each web process and worker. */
  readonly perProcess: number;
  /** More, of each worker. */
  readonly perWorker: number;
}

/** Whether the database allows the connections that the running processes may open; by default of one process. */
export async function checkConnections(db: Database, budget: ConnectionBudget): Promise<Finding> {
  const { processes, available } = await readConnectionLimit(db);
  const workers = await countWorkers(db);
  const needed = Math.max(1, processes) * budget.perProcess + Math.max(1, workers) * budget.perWorker;
  const values = { needed, available, processes: Math.max(1, processes) };
  return needed <= available ? ok("connections-enough", values) : warning("connections-limit", values);
}
