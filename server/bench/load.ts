import autocannon from "autocannon";

/** Requests a second that a server answers to so many connections; every answer must be a success. */
export async function requestsPerSecond(
  url: string,
  {
    connections = 20,
    seconds = 4,
    headers = {},
  }: { connections?: number; seconds?: number; headers?: Record<string, string> } = {},
): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({ url, connections, duration: seconds, headers });
  if (errors || non2xx) throw new Error(`${url}: ${errors} errors and ${non2xx} refusals under load`);
  return requests.average;
}

/** The value below which this share of the samples lies. */
export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5);

/** Milliseconds that an act takes. */
export async function timed(act: () => Promise<unknown>): Promise<number> {
  const begun = performance.now();
  await act();
  return performance.now() - begun;
}
