import type { Bench } from "#server/bench/core/bench.ts";
import { size } from "#server/bench/core/load.ts";
import { loadDataset } from "./load-dataset.ts";

const scale = Number(process.env["DATASET_SCALE"] ?? 1);
const sizes = size([1_000, 100_000, 1_000_000], [1_000]).map((books) => Math.max(1_000, books * scale));

export async function dataset(bench: Bench): Promise<void> {
  for (const books of new Set(sizes)) {
    await loadDataset(bench, books);
  }
}
