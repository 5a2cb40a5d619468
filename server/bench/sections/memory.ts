import { setTimeout as sleep } from "node:timers/promises";
import type { Bench } from "#server/bench/core/bench.ts";
import { getResidentMb, getText, size } from "#server/bench/core/load.ts";

export async function memory(bench: Bench): Promise<void> {
  if (process.platform !== "linux") return bench.note("is read from /proc, which only Linux has");
  const { baseUrl, pid } = await bench.startServer();
  for (const path of ["/api/books", "/api/genres", "/readyz"]) await getText(baseUrl + path);
  await sleep(size(8_000, 1_000));
  bench.figures(["RSS idle, without Postgres", getResidentMb(pid), "MB", "≤ 160"]);
}
