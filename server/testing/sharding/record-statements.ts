import { appendFileSync } from "node:fs";
import type { RequestListener } from "node:http";
import path from "node:path";
import type pg from "pg";
import type { AnyJob } from "#server/jobs/jobs.ts";
import { normalizeStatement } from "./normalize-statement.ts";

const folder = process.env["RECORD_STATEMENTS"];
const recorded = new Set<string>();
let running = 0;
let areObserved = false;

/**
 * Records what is sent while requests and jobs run, into a file of `RECORD_STATEMENTS` for each process; nothing
 * without it. What tests prepare and look up between them is not recorded.
 */
export function recordStatements(pool: pg.Pool): void {
  if (folder === undefined) return;
  pool.on("connect", (client) => {
    const { query } = client;
    const isOwn = Object.hasOwn(client, "query");
    client.query = ((...parameters: unknown[]) => {
      const [first] = parameters as [string | { readonly text?: unknown }];
      const text = typeof first === "string" ? first : first.text;
      if (running > 0 && typeof text === "string") record(folder, normalizeStatement(text));
      // Tests that count statements replace the method of the class.
      const send = isOwn ? query : (Object.getPrototypeOf(client) as pg.Client).query;
      return Reflect.apply(send, client, parameters);
    }) as typeof client.query;
  });
}

export const whileRequestsRun =
  (listener: RequestListener): RequestListener =>
  (req, res) => {
    running++;
    res.once("close", () => running--);
    listener(req, res);
  };

/** Jobs that a test runs itself are observed too. */
export function observeJobs(jobs: readonly AnyJob[]): void {
  if (folder === undefined || areObserved) return;
  areObserved = true;
  for (const job of jobs as readonly { run: AnyJob["run"] }[]) {
    const { run } = job;
    job.run = async (...parameters) => {
      running++;
      try {
        await run(...parameters);
      } finally {
        running--;
      }
    };
  }
}

function record(folder: string, statement: string): void {
  if (recorded.has(statement)) return;
  recorded.add(statement);
  appendFileSync(path.join(folder, `${process.pid}.jsonl`), `${JSON.stringify(statement)}\n`);
}
