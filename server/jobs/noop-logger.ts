import { Logger } from "graphile-worker";

/** What the queue's library says of itself; failures of jobs are logged by the worker. */
export const noopLogger = new Logger(() => () => {});
