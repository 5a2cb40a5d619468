import { alignment } from "./align/align.ts";
import { list } from "./catalogue/list.ts";
import { open } from "./catalogue/open-book.ts";
import { search } from "./catalogue/search.ts";
import { Bench, openStore, type Run } from "./core/bench.ts";
import { isQuick } from "./core/load.ts";
import { log, Report } from "./core/report.ts";
import { faults } from "./faults/faults.ts";
import { push } from "./push/push.ts";
import { community } from "./sections/community.ts";
import { followers } from "./sections/followers.ts";
import { importing } from "./sections/import.ts";
import { lighthouse } from "./sections/lighthouse.ts";
import { live } from "./sections/live.ts";
import { memory } from "./sections/memory.ts";
import { positions } from "./sections/positions.ts";
import { publishing } from "./sections/publishing.ts";
import { ranges } from "./sections/ranges.ts";
import { uploads } from "./sections/uploads.ts";

const sections: Readonly<Record<string, Run | Readonly<Record<string, Run>>>> = {
  memory,
  lighthouse,
  open,
  ranges,
  positions,
  import: importing,
  align: alignment,
  list,
  search,
  push,
  publishing: { ...publishing, ...uploads },
  community,
  followers,
  live,
};

/** The bench and its database end even when a section hangs. */
const [timeoutMs, closeTimeoutMs] = [75 * 60_000, 20_000];

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--"));
const isFaults = args.includes("--faults");
const runs = Object.entries(isFaults ? faults : sections).flatMap(([section, runOrParts]) =>
  Object.entries(typeof runOrParts === "function" ? { "": runOrParts } : runOrParts).map(
    ([part, run]: [string, Run]) => ({ section, part, run }),
  ),
);
const unknown = names.filter((name) => !runs.some(({ section, part }) => section === name || part === name));
if (unknown.length > 0) {
  const all = runs.map(({ section, part }) => `${section} ${part}`.trim());
  log(`Unknown: ${unknown.join(", ")}. There are: ${all.join(", ")}.`);
  process.exit(2);
}
const sectionsOfParts = runs.filter(({ part }) => names.includes(part)).map(({ section }) => section);
const chosen = runs.filter(
  ({ section, part }) =>
    names.length === 0 ||
    names.includes(part) ||
    (names.includes(section) && !sectionsOfParts.includes(section)),
);

const report = new Report();
/** Each fault has data of its own. */
let store: ReturnType<typeof openStore> | undefined;
let bench: Bench | undefined;
let isEnding = false;

async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(1), closeTimeoutMs);
  const { metrics, notes } = report;
  if (isQuick) report.note("quick", "sizes are small, so the figures do not count");
  const text = args.includes("--json") ? JSON.stringify({ metrics, notes }, null, 1) : report.formatTable();
  process.stdout.write(`${text}\n`);
  await closeStore().catch((error: unknown) => log(String(error)));
  process.exit(code);
}

async function closeStore(): Promise<void> {
  await bench?.end();
  await (await store)?.close();
  store = undefined;
}

setTimeout(() => {
  log("This took too long and was ended.");
  void end(1);
}, timeoutMs).unref();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void end(1));

let hasFailed = false;
for (const { section, part, run } of chosen) {
  log(`${section} ${part}`.trim());
  store ??= openStore(isFaults ? undefined : process.env["BENCH_DATA_DIR"]);
  bench = new Bench(await store, report, section);
  try {
    await run(bench);
  } catch (error) {
    hasFailed = true;
    bench.note(`failed: ${error instanceof Error ? error.stack : error}`);
  }
  if (isEnding) break;
  await bench.end();
  if (isFaults) await closeStore();
}
const missed = isFaults && report.metrics.some(({ verdict }) => verdict === "missed");
await end(hasFailed || missed ? 1 : 0);
