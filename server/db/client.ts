import { drizzle } from "drizzle-orm/node-postgres";
import pg from "pg";
import { compileRowMappers } from "./compile-row-mapper.ts";
import { separateOperations } from "./observe-queries.ts";

interface Options {
  /** Maximum number of connections. */
  readonly max?: number;
  /** Milliseconds; 0 for no limit. */
  readonly statementTimeoutMs?: number;
  /**
   * The URL is a pooler in transaction mode: statements are not prepared by name, and the limit of their time is the
   * pooler's.
   */
  readonly isPooled?: boolean;
  /** Milliseconds to wait for a connection. */
  readonly connectionTimeoutMs?: number;
  /** Milliseconds to wait for an answer of a server that may hang; 0 for no limit. */
  readonly answerTimeoutMs?: number;
}

/** The first queries of a connection take several times as long as later ones. */
const maxIdleMs = 600_000;

/** The notices of all connections of a pool, by their message. */
export const noticeEvent = "notice";

/** Opens a pool. Call `database.$client.end()` when done. */
export function openDatabase(
  url: string,
  {
    max = 10,
    statementTimeoutMs = 5_000,
    isPooled = false,
    connectionTimeoutMs = 5_000,
    answerTimeoutMs = 0,
  }: Options = {},
) {
  const pool = new pg.Pool({
    connectionString: url,
    max,
    connectionTimeoutMillis: connectionTimeoutMs,
    query_timeout: answerTimeoutMs,
    idleTimeoutMillis: maxIdleMs,
    ...(isPooled ? { Client: ClientWithoutStatementNames } : { statement_timeout: statementTimeoutMs }),
    application_name: "maktaba",
  });
  separateOperations(pool);
  // A broken idle connection is replaced at the next use; without a listener the error would end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => {
    // The same applies to a connection that breaks between two queries of a transaction.
    client.on("error", () => {});
    client.on("notice", ({ message }) => pool.emit(noticeEvent, message));
  });
  const db = drizzle({ client: pool, casing: "snake_case" });
  compileRowMappers(db);
  return db;
}

/** The server connection that knows a named statement may not be the one of the next transaction. */
class ClientWithoutStatementNames extends pg.Client {
  override query(first: never, ...more: never[]): never {
    const query = super.query as (...parameters: unknown[]) => never;
    return query.call(this, isNamed(first) ? { ...(first as object), name: undefined } : first, ...more);
  }
}

const isNamed = (query: unknown): query is { readonly name: string } =>
  typeof query === "object" && query !== null && "name" in query && !("submit" in query);

export type OpenDatabase = ReturnType<typeof openDatabase>;

/** A pool or a transaction. */
export type Database = Omit<OpenDatabase, "$client">;
