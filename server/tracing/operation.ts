import { promiseHooks } from "node:v8";

/** What code runs for: a request or a job. */
export interface Operation {
  /** In every log line that is written meanwhile. */
  readonly logged: Readonly<Record<string, string>>;
  /** W3C `traceparent` of its trace, when traces are on. */
  readonly traceparent?: string;
}

const key = Symbol("operation");
type Continuation = Promise<unknown> & { [key]?: Operation | undefined };

let current: Operation | undefined;

// `AsyncLocalStorage` before Node.js 24 also observes sockets and ticks, which takes a tenth of a request.
promiseHooks.createHook({
  init(promise: Continuation) {
    promise[key] = current;
  },
  before(promise: Continuation) {
    current = promise[key];
  },
  after() {
    current = undefined;
  },
});

/**
 * Code that runs after an `await` belongs to the operation too; callbacks of timers and events do not.
 *
 * @param operation undefined for what does not belong to the current request or job
 */
export function runOperation<Result>(operation: Operation | undefined, run: () => Result): Result {
  const outer = current;
  current = operation;
  try {
    return run();
  } finally {
    current = outer;
  }
}

/** Undefined outside of requests and jobs. */
export const getOperation = (): Operation | undefined => current;
