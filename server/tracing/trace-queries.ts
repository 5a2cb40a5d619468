import type { QueryObserver } from "#server/db/observe-queries.ts";
import { getTraceparent, startSpan } from "./tracer.ts";

/** A step for each statement of a request or job, with its text and without values. */
export const traceQueries: QueryObserver = (text) => {
  const parent = getTraceparent();
  const operation = /^\s*(\w+)/.exec(text)?.[1]?.toUpperCase() ?? "SQL";
  const attributes = { "db.system.name": "postgresql", "db.query.text": text.slice(0, 2_000) };
  const span =
    parent === null
      ? null
      : startSpan({ name: `postgresql ${operation}`, kind: "client", parent, attributes });
  return (error = null) => span?.end({ error });
};
