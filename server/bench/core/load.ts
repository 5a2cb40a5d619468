import { once } from "node:events";
import { readFileSync } from "node:fs";
import { Agent, type IncomingMessage, request } from "node:http";
import { text } from "node:stream/consumers";
import { setTimeout as sleep } from "node:timers/promises";
import autocannon from "autocannon";

/** `--quick` proves in a short time that everything runs; its figures do not count. */
export const isQuick = process.argv.includes("--quick");
export const size = <T>(full: T, quick: T): T => (isQuick ? quick : full);

export function percentile(samples: readonly number[], fraction: number): number {
  const sorted = [...samples].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * fraction))] ?? 0;
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5);

/** Milliseconds until a call has ended. */
export async function timed(callback: () => unknown): Promise<number> {
  const startedAt = performance.now();
  await callback();
  return performance.now() - startedAt;
}

/** Milliseconds of each of some calls, one after the other, without those of a warm-up. */
export async function repeat(count: number, callback: () => unknown, warmUp = 0): Promise<number[]> {
  return (await timeEach(Array.from({ length: warmUp + count }), callback)).slice(warmUp);
}

/** Milliseconds of a call for each item, by some callers at once. */
export async function timeEach<T>(
  items: readonly T[],
  callback: (item: T) => unknown,
  callers = 1,
): Promise<number[]> {
  const times: number[] = [];
  await callTimes(items.length, callers, async (_, n) => {
    times.push(await timed(() => callback(items[n] as T)));
  });
  return times;
}

/** @returns false when the condition has not become true in time; a condition that throws is tried again */
export async function waitUntil(condition: () => Promise<boolean>, timeoutMs = 30_000): Promise<boolean> {
  const deadline = performance.now() + timeoutMs;
  while (performance.now() < deadline) {
    if (await condition().catch(() => false)) return true;
    await sleep(50);
  }
  return false;
}

/** The medians of two measures and of their ratio, measured in turn after a warm-up. */
export async function compare(own: () => Promise<number>, raw: () => Promise<number>, rounds = size(3, 1)) {
  const pairs: [own: number, raw: number][] = [];
  for (let round = 0; round <= rounds; round++) pairs.push([await own(), await raw()]);
  const counted = pairs.slice(1);
  return {
    own: median(counted.map(([first]) => first)),
    raw: median(counted.map(([, second]) => second)),
    ratio: median(counted.map(([first, second]) => first / second)),
  };
}

/** Requests per second at a number of connections; every reply must be a success. */
export async function measureRate(url: string, cookie = "", connections = 16): Promise<number> {
  const options = { url, connections, duration: size(2, 1), headers: { cookie } };
  const { requests, errors, non2xx } = await autocannon(options);
  if (errors || non2xx) throw new Error(`${url}: ${errors} errors and ${non2xx} refusals under load`);
  return requests.average;
}

/** Calls by some callers at once, with the numbers of the caller and of the call. */
export async function callTimes(
  total: number,
  callers: number,
  callback: (caller: number, n: number) => unknown,
): Promise<void> {
  const numbers = Array(total).keys();
  const call = async (caller: number) => {
    for (const n of numbers) await callback(caller, n);
  };
  await Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
}

/** Calls by some callers at once, each with its number and that of its call. @returns ends the calls */
export function callUntilStopped(callers: number, callback: (caller: number, n: number) => Promise<unknown>) {
  let isStopped = false;
  const call = async (caller: number) => {
    for (let n = 0; !isStopped; n++) await callback(caller, n);
  };
  const all = Promise.all(Array.from({ length: callers }, (_, caller) => call(caller)));
  return async (): Promise<void> => {
    isStopped = true;
    await all;
  };
}

/** Calls per second by some callers at once. */
export async function measurePerSecond(...options: Parameters<typeof callTimes>): Promise<number> {
  return (options[0] * 1_000) / (await timed(() => callTimes(...options)));
}

const agent = new Agent({ keepAlive: true });

/**
 * The body of a reply; posts the content, if any. Takes less of the processor than `fetch`, which the measured
 * server needs too.
 *
 * @throws {Error} for another status than 200
 */
export async function getText(url: string, cookie = "", content?: object): Promise<string> {
  const body = content && JSON.stringify(content);
  const type = body && { "Content-Type": "application/json", "Content-Length": Buffer.byteLength(body) };
  const sent = request(url, { method: body ? "POST" : "GET", agent, headers: { cookie, ...type } });
  // The error of a connection that ends within the reply.
  sent.on("error", () => {}).end(body);
  const [reply] = (await once(sent, "response")) as [IncomingMessage];
  const answer = await text(reply);
  if (reply.statusCode !== 200) throw new Error(`${url}: ${reply.statusCode} ${answer}`);
  return answer;
}

/** The 95th percentile of requests while something runs, relative to the lower of those before and after, and how long it ran. */
export async function measureBusy(url: string, callback: () => unknown, pauseMs = 0) {
  let isRunning = false;
  const measure = async () => {
    const times: number[] = [];
    while (isRunning || times.length < 100) {
      times.push(await timed(() => getText(url)));
      if (pauseMs) await sleep(pauseMs);
    }
    return percentile(times, 0.95);
  };
  // The first requests warm up the server.
  await measure();
  const quiet = await measure();
  isRunning = true;
  const running = timed(callback).finally(() => {
    isRunning = false;
  });
  const busy = await measure();
  const ms = await running;
  // Of a large catalogue the requests before may have read from the disk what those after find in memory.
  return { ms, ratio: busy / Math.min(quiet, await measure()) };
}

/** CPU milliseconds used by a process; Linux only. */
export function getCpuMs(pid: number): number {
  if (process.platform !== "linux") return Number.NaN;
  const [, fields = ""] = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ");
  const [user, system] = fields.split(" ").slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

/** The resident memory of a process; Linux only. */
export function getResidentMb(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

/** Watches the resident memory until it is stopped. @returns the growth and the peak in MB */
export function watchMemory(pid = process.pid): () => { readonly growth: number; readonly peak: number } {
  const before = getResidentMb(pid);
  let peak = before;
  const timer = setInterval(() => {
    peak = Math.max(peak, getResidentMb(pid));
  }, 100);
  return () => {
    clearInterval(timer);
    return { growth: peak - before, peak };
  };
}
