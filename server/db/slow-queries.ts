import { performance } from "node:perf_hooks";
import type { Logger } from "pino";
import { getOperation } from "#server/tracing/operation.ts";
import { createClient } from "./create-client.ts";
import type { QueryObserver } from "./observe-queries.ts";

interface Options {
  readonly log: Logger;
  readonly databaseUrl: string;
  readonly thresholdMs: number;
}

const maxLoggedText = 2_000;
const maxPlanLength = 20_000;
const planIntervalMs = 3_600_000;
/** Statements whose last plan is remembered; the oldest is forgotten. */
const maxRemembered = 500;

/**
 * Logs statements that take longer than the threshold, and the plan of each once an hour. Values of parameters
 * are never read.
 */
export function logSlowQueries({ log, databaseUrl, thresholdMs }: Options): QueryObserver {
  const plannedAt = new Map<string, number>();
  let isPlanning = false;

  const plan = async (text: string, logged: Readonly<Record<string, string>>) => {
    const last = plannedAt.get(text);
    if (isPlanning || (last !== undefined && performance.now() - last < planIntervalMs)) return;
    isPlanning = true;
    plannedAt.delete(text);
    plannedAt.set(text, performance.now());
    if (plannedAt.size > maxRemembered) plannedAt.delete(plannedAt.keys().next().value ?? text);
    const outcome = await explain(databaseUrl, text);
    log.warn({ ...logged, query: text.slice(0, maxLoggedText), ...outcome }, "plan of a slow query");
    isPlanning = false;
  };

  return (text) => {
    const startedAt = performance.now();
    const logged = getOperation()?.logged ?? {};
    return () => {
      const ms = Math.round(performance.now() - startedAt);
      if (ms <= thresholdMs) return;
      log.warn({ ...logged, query: text.slice(0, maxLoggedText), ms }, "slow query");
      void plan(text, logged);
    };
  };
}

type Outcome = { readonly plan: unknown } | { readonly skipped: string };

/** The plan for any values of the parameters, read on a connection of its own. The statement is not executed. */
async function explain(databaseUrl: string, text: string): Promise<Outcome> {
  if (!/^\s*(select|with|insert|update|delete|merge|values)\b/i.test(text))
    return { skipped: "this kind of statement has no plan" };
  // A second statement would be executed.
  if (/;\s*\S/.test(text)) return { skipped: "there is a semicolon" };
  const client = createClient({
    connectionString: databaseUrl,
    connectionTimeoutMillis: 2_000,
    statement_timeout: 2_000,
    query_timeout: 4_000,
    application_name: "maktaba plans",
  });
  try {
    await client.connect();
    const version = Number((await client.query("show server_version_num")).rows[0].server_version_num);
    if (version < 160_000) return { skipped: "plans need PostgreSQL 16" };
    const query = `explain (format json, generic_plan) ${text}`;
    const [row] = (await client.query<{ "QUERY PLAN": readonly unknown[] }>(query)).rows;
    const [found] = row?.["QUERY PLAN"] ?? [];
    const isTooLong = JSON.stringify(found).length > maxPlanLength;
    return isTooLong ? { skipped: `the plan is longer than ${maxPlanLength} characters` } : { plan: found };
  } catch (error) {
    const { code, name } = error as { readonly code?: string; readonly name?: string };
    return { skipped: `the plan could not be read (${code ?? name})` };
  } finally {
    await client.end().catch(() => {});
  }
}
