import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import pg from "pg";
import { createApp } from "#server/app.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { uncachedCatalogue } from "#server/pubsub/catalogue-version.ts";
import type { Services } from "#server/services.ts";

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

/** A server in this process without cached replies, so that each request runs its statements. @returns its URL */
export async function listenUncached(services: Services): Promise<string> {
  const live = { ...services.live, catalogue: uncachedCatalogue };
  const server = createServer(createApp({ ...services, live })).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
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
