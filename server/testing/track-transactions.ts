import { AsyncLocalStorage } from "node:async_hooks";
import type { Database, OpenDatabase } from "#server/db/client.ts";

const running = new AsyncLocalStorage<true>();

/** Lets `expectTransaction` know of the transactions of a pool. */
export function trackTransactions(db: OpenDatabase): void {
  const transaction = db.transaction.bind(db);
  db.transaction = (callback, config) => running.run(true, () => transaction(callback, config));
}

/** @throws {Error} when a transaction runs and is not passed: its rollback would not undo what is sent */
export function expectTransaction(db: Database | undefined, what: string): void {
  if (db === undefined && running.getStore()) throw new Error(`${what} is sent outside the transaction.`);
}
