import type pg from "pg";
import { getOperation, runOperation } from "#server/tracing/operation.ts";

/** Called when a statement is sent; the function that it returns is called when the statement ends. */
export type QueryObserver = (text: string) => (error?: unknown) => void;

type Callback = (error: unknown, ...results: unknown[]) => void;
type Call = (...parameters: unknown[]) => unknown;

/**
 * Makes callbacks of a pool belong to the request that asked for a connection, not to the one that released it, and
 * connections to none.
 */
export function separateOperations(pool: pg.Pool): void {
  const connect = pool.connect.bind(pool) as Call;
  pool.connect = ((callback?: Callback) => {
    const operation = getOperation();
    const bound =
      callback && ((...results: Parameters<Callback>) => runOperation(operation, () => callback(...results)));
    return runOperation(undefined, () => connect(bound));
  }) as typeof pool.connect;
}

/** Observes each statement of a pool, without the time that it waits for a connection. */
export function observeQueries(pool: pg.Pool, observe: QueryObserver): void {
  pool.on("connect", (client) => {
    const query = client.query.bind(client) as Call;
    client.query = ((...parameters: unknown[]) => {
      const text = getText(parameters[0]);
      if (text === null) return query(...parameters);
      const end = observe(text);
      const callback = parameters.at(-1);
      if (typeof callback !== "function") return observePromise(query(...parameters), end);
      return query(...parameters.slice(0, -1), (...results: Parameters<Callback>) => {
        end(results[0] ?? undefined);
        (callback as Callback)(...results);
      });
    }) as typeof client.query;
  });
}

function observePromise(result: unknown, end: (error?: unknown) => void): unknown {
  if (result instanceof Promise) result.then(() => end(), end);
  return result;
}

/** Null for streams, which are no statement of their own. */
function getText(query: unknown): string | null {
  if (typeof query === "string") return query;
  const { text, submit } = query as { readonly text?: unknown; readonly submit?: unknown };
  return typeof text === "string" && submit === undefined ? text : null;
}
