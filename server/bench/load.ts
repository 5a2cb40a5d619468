import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
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

/** The median rate of a server, and its ratio to that of a raw server, measured in turn after a warm-up. */
export async function compareRates(
  url: string,
  rawUrl: string,
  load: Load,
): Promise<{ readonly rate: number; readonly ratio: number }> {
  const rates: [own: number, raw: number][] = [];
  for (let round = 0; round <= 3; round++) {
    const own = await measureRequestsPerSecond(url, load);
    const raw = await measureRequestsPerSecond(rawUrl, load);
    if (round > 0) rates.push([own, raw]);
  }
  return { rate: median(rates.map(([own]) => own)), ratio: median(rates.map(([own, raw]) => own / raw)) };
}

const agent = new Agent({ keepAlive: true });

/**
 * The body of a reply. Takes less of the processor than `fetch`, which the measured server needs too.
 *
 * @throws {Error} for another status than 200
 */
export function getText(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    get(url, { agent }, async (reply) => {
      const body = await text(reply);
      if (reply.statusCode === 200) resolve(body);
      else reject(new Error(`${url}: ${reply.statusCode} ${body}`));
    }).on("error", reject);
  });
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
