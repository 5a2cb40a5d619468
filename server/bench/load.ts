import { readFileSync } from "node:fs";
import autocannon from "autocannon";

interface Load {
  readonly connections?: number;
  readonly seconds?: number;
  readonly headers?: Record<string, string>;
}

/** Requests per second at a number of connections; every reply must be a success. */
export async function measureRequestsPerSecond(
  url: string,
  { connections = 20, seconds = 4, headers = {} }: Load = {},
): Promise<number> {
  const { requests, errors, non2xx } = await autocannon({ url, connections, duration: seconds, headers });
  if (errors || non2xx) throw new Error(`${url}: ${errors} errors and ${non2xx} refusals under load`);
  return requests.average;
}

/** CPU milliseconds used by a process; null where the system does not report it. */
export function getCpuMs(pid: number): number | null {
  if (process.platform !== "linux") return null;
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

export function percentile(samples: readonly number[], fraction: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5);

export async function timed(callback: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await callback();
  return performance.now() - startedAt;
}
