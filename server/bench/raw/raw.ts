import { randomUUID } from "node:crypto";
import { writeFileSync } from "node:fs";
import path from "node:path";
import pg from "pg";
import type { Bench } from "#server/bench/core/bench.ts";
import { getText, measurePerSecond } from "#server/bench/core/load.ts";

export interface Statement {
  readonly name: string;
  readonly text: string;
  readonly values: unknown[];
}

/**
 * What a server of node:http alone does: sends ranges of a file, stores requests in a folder, sends what
 * another server sent for the same URL, or runs the statements of a path and sends their rows.
 */
export type RawContent =
  | { readonly file: string }
  | { readonly folder: string }
  | { readonly origin: string }
  | { readonly statements: Readonly<Record<string, readonly Statement[]>> };

/** Starts a server of node:http alone, in a process of its own. @returns its URL */
export function startRaw(bench: Bench, content: RawContent): Promise<string> {
  const file = path.join(bench.dataDir, `raw-${randomUUID()}.json`);
  writeFileSync(file, JSON.stringify(content));
  return bench.launchProgram("raw-server", [file]).waitFor(/http:\S+/);
}

/**
 * Compares requests of lists at ten connections with a bare server that runs the statements of each.
 *
 * @param report receives the requests per second and their ratio to those of the bare server
 */
export async function compareWithStatements(
  bench: Bench,
  cookie: string,
  lists: Readonly<Record<string, readonly [path: string, list: () => unknown]>>,
  requests: number,
  report: (what: string, own: number, ratio: number) => void,
): Promise<void> {
  const statements: Record<string, readonly Statement[]> = {};
  for (const [path, list] of Object.values(lists)) statements[path] = await captureStatements(list);
  const { baseUrl } = await bench.startServer();
  const raw = await startRaw(bench, { statements });
  for (const [what, [path]] of Object.entries(lists)) {
    const own = await measurePerSecond(requests, 10, () => getText(baseUrl + path, cookie));
    const bare = await measurePerSecond(requests, 10, () => getText(raw + path));
    report(what, own, own / bare);
  }
}

/** The statements that a call sends to the database. */
export async function captureStatements(callback: () => unknown): Promise<Statement[]> {
  const statements: Statement[] = [];
  const { submit } = pg.Query.prototype;
  pg.Query.prototype.submit = function (this: Statement & pg.Query, connection) {
    statements.push({ name: randomUUID(), text: this.text, values: this.values ?? [] });
    submit.call(this, connection);
  };
  try {
    await callback();
  } finally {
    pg.Query.prototype.submit = submit;
  }
  return statements;
}
