import { AsyncLocalStorage } from "node:async_hooks";
import type { OpenDatabase } from "#server/db/client.ts";

const running = new AsyncLocalStorage<true>();

/** Lets `isInTransaction` know of the transactions of a pool. */
export function trackTransactions(db: OpenDatabase): void {
  const transaction = db.transaction.bind(db);
  db.transaction = (callback, config) => running.run(true, () => transaction(callback, config));
}

export const isInTransaction = (): boolean => running.getStore() === true;
