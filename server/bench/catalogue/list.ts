import type { BookPage } from "#shared/books/contract.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { getCpuMs, getText, measureRate, median, size } from "#server/bench/core/load.ts";
import { measureCached, measureDetail } from "#server/bench/sections/import.ts";
import { loadBooks } from "./catalogue.ts";

const rounds = size(3, 1);
const seconds = size(2, 1);
const raw = "raw node:http + pg";
const whole = "whole server";
const signedIn = "signed in";
const path = "/api/books?limit=20";

/** The list of 20 books against raw node:http with the same statements; and the cost of each layer. */
export async function list(bench: Bench): Promise<void> {
  await loadBooks(bench, size(10_000, 1_000));
  const program = bench.launchProgram("layers-server", []);
  const { cached = "", ...layers } = JSON.parse(await program.waitFor(/\{.*\}/)) as Record<string, string>;
  const { cookie } = await bench.signIn();
  const samples = new Map<string, { readonly rate: number; readonly cpu: number }[]>();
  const measure = async (name: string, baseUrl = "", header = "") => {
    const before = getCpuMs(program.pid) ?? 0;
    const rate = await measureRate(baseUrl + path, { connections: 20, seconds, cookie: header });
    const cpu = (((getCpuMs(program.pid) ?? 0) - before) * 1_000) / (rate * seconds);
    samples.set(name, [...(samples.get(name) ?? []), { rate, cpu }]);
  };
  for (let round = 0; round <= rounds; round++) {
    bench.step(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
    for (const [name, baseUrl] of Object.entries(layers)) await measure(name, baseUrl);
    await measure(signedIn, layers[whole], cookie);
    if (round === 0) samples.clear();
  }
  const { books } = JSON.parse(await getText(cached + path)) as BookPage;
  const detail = `/api/books/${books[0]?.id}`;
  const search = "/api/books?search=the&limit=20";
  const paths = { list: path, latest: "/api/books/latest", detail, "repeated search": search };
  await measureCached(bench, cached, paths, "cached ");
  await measureDetail(bench, cached + detail, cookie);

  const getMedian = (name: string, what: "rate" | "cpu") =>
    median((samples.get(name) ?? []).map((sample) => sample[what]));
  const getRate = (name: string) => getMedian(name, "rate");
  bench.figures(
    [raw, getRate(raw), "req/s"],
    ["whole server, guest", getRate(whole), "req/s"],
    ["ratio, guest", getRate(whole) / getRate(raw), "", "≥ 0.35, target 0.6"],
    ["ratio, signed in", getRate(signedIn) / getRate(raw), "", "≥ 0.25, target 0.4"],
  );
  const all = getMedian(whole, "cpu");
  if (all === 0) return bench.note("this system does not report the CPU time of a process");
  let before = 0;
  for (const name of samples.keys()) {
    const cost = getMedian(name, "cpu") - before;
    const share = name === signedIn ? "" : ` (${Math.round((cost / all) * 100)} %)`;
    bench.figures([`CPU time per request: ${name}${share}`, cost, "µs"]);
    before += cost;
  }
}
