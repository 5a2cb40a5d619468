import type { BookPage } from "#shared/books/contract.ts";
import { getBundle } from "#server/bench/bench-server.ts";
import { compareRates, getCpuMs, measureRequestsPerSecond, median } from "#server/bench/load.ts";
import type { Report, Section } from "#server/bench/section.ts";
import { loadBooks } from "./catalogue.ts";
import { startLayers } from "./layers.ts";

const rounds = 3;
const seconds = 2;
const whole = "whole server";
const raw = "raw node:http + pg";
const cached = "cached";
const sameBytes = "raw node:http, same bytes";
const path = "/api/books?limit=20";

/**
 * The list of 20 books against raw node:http with the same statements; and the cost of each layer.
 */
export const list: Section = {
  name: "list",
  async run(report, bench) {
    await loadBooks(bench, report, 10_000);
    const layers = await startLayers(getBundle("server/bench/catalogue/layers-server.ts"), bench);
    const cookie = await bench.signIn();
    const measured = new Map<string, number[]>();
    const costs = new Map<string, number[]>();
    const measure = async (name: string, url: string, headers: Record<string, string> = {}) => {
      const before = getCpuMs(layers.pid);
      const rate = await measureRequestsPerSecond(url, { seconds, headers });
      const used = (getCpuMs(layers.pid) ?? 0) - (before ?? 0);
      measured.set(name, [...(measured.get(name) ?? []), rate]);
      costs.set(name, [...(costs.get(name) ?? []), (used * 1_000) / (rate * seconds)]);
    };
    for (let round = 0; round <= rounds; round++) {
      report.step(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
      for (const [name, base] of Object.entries(layers.urls)) {
        if (name !== cached && name !== sameBytes) await measure(name, base + path);
      }
      await measure("signed in", `${layers.urls[whole]}${path}`, { cookie });
      if (round > 0) continue;
      measured.clear();
      costs.clear();
    }
    report.step("cached replies");
    await measureCached(report, layers.urls, cookie);
    await layers.stop();

    const getRate = (name: string) => median(measured.get(name) ?? []);
    report.metric("raw node:http + pg", getRate(raw), "req/s");
    report.metric("whole server, guest", getRate(whole), "req/s");
    report.metric("ratio, guest", getRate(whole) / getRate(raw), "", { min: 0.35, target: 0.6 });
    report.metric("ratio, signed in", getRate("signed in") / getRate(raw), "", { min: 0.25, target: 0.4 });
    reportShares(report, costs);
  },
};

/** Cached replies, against raw node:http sending the same bytes, in turn. */
async function measureCached(report: Report, servers: Readonly<Record<string, string>>, cookie: string) {
  const search = "/api/books?search=the&limit=20";
  const { books } = (await (await fetch(`${servers[cached]}${path}`)).json()) as BookPage;
  const detail = `/api/books/${books[0]?.id}`;
  const urls = { list: path, latest: "/api/books/latest", detail, "repeated search": search };
  for (const [what, url] of Object.entries(urls)) {
    const load = { connections: 16, seconds };
    const { rate, ratio } = await compareRates(
      `${servers[cached]}${url}`,
      `${servers[sameBytes]}${url}`,
      load,
    );
    report.metric(`cached ${what}`, rate, "req/s");
    report.metric(`cached ${what}, ratio to the same bytes`, ratio, "", { min: 0.5 });
  }
  const readerLoad = { connections: 16, seconds, headers: { cookie } };
  // A warm-up.
  await measureRequestsPerSecond(`${servers[cached]}${detail}`, readerLoad);
  const rate = await measureRequestsPerSecond(`${servers[cached]}${detail}`, readerLoad);
  report.metric("detail of a reader", rate, "req/s", { min: 1_000 });
}

function reportShares(report: Report, costs: ReadonlyMap<string, readonly number[]>): void {
  const all = median(costs.get(whole) ?? []);
  if (all === 0) {
    report.note("this system does not report the CPU time of a process");
    return;
  }
  let before = 0;
  for (const [name, samples] of costs) {
    const cost = median(samples);
    const fraction = name === "signed in" ? "" : ` (${Math.round(((cost - before) / all) * 100)} %)`;
    report.metric(`CPU time per request: ${name}${fraction}`, cost - before, "µs");
    before = cost;
  }
}
