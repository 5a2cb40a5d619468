/**
 * Runs a query once for all callers that wait for it. Each gets a result that was read after its call: a run
 * that has started is not shared.
 */
export function shareQuery<Result>(query: () => Promise<Result>): () => Promise<Result> {
  let last: Promise<unknown> = Promise.resolve();
  let next: Promise<Result> | null = null;
  return () => {
    if (next) return next;
    const run = last.then(() => {
      next = null;
      return query();
    });
    next = run;
    last = run.catch(() => {});
    return run;
  };
}
