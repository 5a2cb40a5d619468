import { AsyncLocalStorage } from "node:async_hooks";

/** What code runs for: a request or a job. */
export interface Operation {
  /** In every log line that is written meanwhile. */
  readonly logged: Readonly<Record<string, string>>;
  /** W3C `traceparent` of its trace, when traces are on. */
  readonly traceparent?: string;
}

const operations = new AsyncLocalStorage<Operation>();

/** @param operation undefined for what does not belong to the current request or job */
export const runOperation = <Result>(operation: Operation | undefined, run: () => Result): Result =>
  operations.run(operation as Operation, run);

/** Undefined outside of requests and jobs. */
export const getOperation = (): Operation | undefined => operations.getStore();
