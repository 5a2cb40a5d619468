import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import { getBundle, launch } from "#server/bench/bench-server.ts";
import { timed } from "#server/bench/load.ts";
import type { Bench } from "#server/bench/section.ts";

/** Requests per second at ten connections. */
export async function measurePerSecond(
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
export async function captureStatements(callback: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, config: Statement, ...rest: unknown[]) {
    const [values = []] = rest.filter(Array.isArray) as unknown[][];
    statements.push({ name: randomUUID(), text: config.text, values: config.values ?? values });
    return Reflect.apply(query, this, [config, ...rest]);
  } as typeof query;
  try {
    await callback();
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
  const { child, stdout } = launch(getBundle("server/bench/catalogue/raw-statements.ts"), [], env);
  const [url] = (await once(stdout, "data")) as [Buffer];
  return { child, baseUrl: url.toString().trim() };
}

/** Starts node:http alone in another process, with one JSON reply to every request. */
export async function startRawBytes({ dataDir }: Bench, body: string) {
  const file = path.join(dataDir, "reply.json");
  writeFileSync(file, body);
  const program = `
    import { readFileSync } from "node:fs";
    import { createServer } from "node:http";
    const body = readFileSync(process.argv[1]);
    const headers = { "Content-Type": "application/json; charset=utf-8", "Content-Length": body.length };
    const server = createServer((_req, res) => res.writeHead(200, headers).end(body));
    server.listen(0, "127.0.0.1", () => console.log(server.address().port));`;
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, file], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill("SIGKILL"));
  const [port] = (await once(child.stdout, "data")) as [Buffer];
  return { baseUrl: `http://127.0.0.1:${String(port).trim()}/`, stop: () => void child.kill("SIGTERM") };
}
