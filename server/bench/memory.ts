import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { Section } from "./section.ts";

const settleMs = 8_000;

export const memory: Section = {
  name: "memory",
  async run(report, bench) {
    if (process.platform !== "linux") return report.note("is read from /proc, which only Linux has");
    const server = await bench.startServer({ DEMO: "off" });
    for (const path of ["/api/books", "/api/genres", "/readyz"])
      await (await fetch(server.baseUrl + path)).text();
    report.step("waiting until the server is idle");
    await wait(settleMs);
    report.metric("RSS idle, without Postgres", getResidentMb(server.pid), "MB", { max: 160 });
    await server.stop();
  },
};

/** The resident memory of a process; Linux only. */
export function getResidentMb(pid: number): number {
  const [, kilobytes = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}
