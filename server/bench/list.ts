import { loadBooks } from "./catalogue.ts";
import { startLayers } from "./layers.ts";
import { median, requestsPerSecond } from "./load.ts";
import { bundled } from "./open-bench.ts";
import type { Section } from "./section.ts";

const rounds = 3;
const whole = "whole server";
const raw = "raw node:http + pg";
const address = "/api/books?limit=20";

/** The list of 20 books against raw node:http with the same statements, side by side; and what each layer takes. */
export const list: Section = {
  name: "list",
  async run(report, bench) {
    await loadBooks(bench, report, 10_000);
    const layers = await startLayers(await bundled("server/bench/layers-server.ts"), bench);
    const cookie = await bench.signIn();
    const measured = new Map<string, number[]>();
    const measure = async (name: string, url: string, headers?: Record<string, string>) => {
      const rate = await requestsPerSecond(url, { seconds: 2, ...(headers && { headers }) });
      measured.set(name, [...(measured.get(name) ?? []), rate]);
    };
    for (let round = 0; round <= rounds; round++) {
      report.step(round === 0 ? "warming up" : `round ${round} of ${rounds}`);
      for (const [name, base] of Object.entries(layers.addresses)) await measure(name, base + address);
      await measure("signed in", `${layers.addresses[whole]}${address}`, { cookie });
      if (round === 0) measured.clear();
    }
    await layers.stop();

    const rateOf = (name: string) => median(measured.get(name) ?? []);
    report.figure("raw node:http + pg", rateOf(raw), "req/s");
    report.figure("whole server, guest", rateOf(whole), "req/s");
    report.figure("ratio, guest", rateOf(whole) / rateOf(raw), "", { least: 0.35, sought: 0.5 });
    report.figure("ratio, signed in", rateOf("signed in") / rateOf(raw), "", { least: 0.25, sought: 0.4 });
    const names = [...Object.keys(layers.addresses), "signed in"];
    let before = 0;
    for (const name of names) {
      const micros = 1e6 / rateOf(name);
      report.figure(`a request: ${name}`, micros - before, "µs");
      before = micros;
    }
  },
};
