import { Client } from "pg";
import type { TestApp } from "./test-app.ts";

interface Plan {
  readonly "Node Type": string;
  readonly "Relation Name"?: string;
  readonly "Actual Rows"?: number;
  readonly "Actual Loops"?: number;
  readonly "Rows Removed by Filter"?: number;
  readonly Plans?: readonly Plan[];
}

export interface ScannedTable {
  readonly table: string;
  /** `Seq Scan`, `Index Scan`, … */
  readonly scan: string;
  /** The rows that were read, with those that a filter removed. */
  readonly rows: number;
}

/** Runs a function and explains each `select` that it sent: how its tables were read. */
export async function explainQueries(app: TestApp, run: () => Promise<unknown>): Promise<ScannedTable[]> {
  const sent: { text: string; values: unknown[] }[] = [];
  const original = Client.prototype.query;
  Client.prototype.query = function query(this: Client, ...input: unknown[]) {
    const [statement, values] = input as [string | { text?: string; values?: unknown[] }, unknown];
    const text = typeof statement === "string" ? statement : (statement.text ?? "");
    const given = typeof statement === "string" ? values : (statement.values ?? values);
    if (/^\s*(select|with)\b/i.test(text)) sent.push({ text, values: Array.isArray(given) ? given : [] });
    return (original as (...all: unknown[]) => unknown).apply(this, input);
  } as typeof original;
  try {
    await run();
  } finally {
    Client.prototype.query = original;
  }
  const scanned: ScannedTable[] = [];
  const client = new Client({ connectionString: app.databaseUrl });
  await client.connect();
  for (const { text, values } of sent) {
    const { rows } = await client.query(`explain (analyze, format json) ${text}`, values);
    const [{ Plan: plan }] = rows[0]["QUERY PLAN"] as [{ Plan: Plan }];
    collect(plan, scanned);
  }
  await client.end();
  return scanned;
}

function collect(plan: Plan, scanned: ScannedTable[]): void {
  const loops = plan["Actual Loops"] ?? 0;
  const rows = ((plan["Actual Rows"] ?? 0) + (plan["Rows Removed by Filter"] ?? 0)) * loops;
  if (plan["Relation Name"]) scanned.push({ table: plan["Relation Name"], scan: plan["Node Type"], rows });
  for (const child of plan.Plans ?? []) collect(child, scanned);
}
