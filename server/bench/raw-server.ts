import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { bundled, launch } from "./bench-server.ts";
import { timed } from "./load.ts";
import type { Bench } from "./section.ts";

/** Requests a second with ten at a time. */
export async function perSecond(
  url: string,
  headers: Readonly<Record<string, string>>,
  total = 1_000,
): Promise<number> {
  let started = 0;
  const request = async () => {
    while (started++ < total) {
      const reply = await fetch(url, { headers });
      if (!reply.ok) throw new Error(`${url}: ${reply.status}`);
      await reply.arrayBuffer();
    }
  };
  await (await fetch(url, { headers })).arrayBuffer();
  const ms = await timed(() => Promise.all(Array.from({ length: 10 }, request)));
  return (total * 1_000) / ms;
}

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The statements that a call sends to the database. */
export async function captureStatements(act: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, config: Statement, ...rest: unknown[]) {
    const [values = []] = rest.filter(Array.isArray) as unknown[][];
    statements.push({ name: randomUUID(), text: config.text, values: config.values ?? values });
    return Reflect.apply(query, this, [config, ...rest]);
  } as typeof query;
  try {
    await act();
  } finally {
    pg.Client.prototype.query = query;
  }
  return statements;
}

/** Starts a bare server that runs the statements of a path and replies with their rows. */
export async function startRaw({ databaseUrl, dataDir }: Bench, statements: object) {
  const file = path.join(dataDir, "statements.json");
  writeFileSync(file, JSON.stringify(statements));
  const env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, STATEMENTS: file };
  const { child, stdout } = launch(await bundled("server/bench/raw-statements.ts"), [], env);
  const [address] = (await once(stdout, "data")) as [Buffer];
  return { child, baseUrl: address.toString().trim() };
}
