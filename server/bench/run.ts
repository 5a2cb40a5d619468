import { inspect } from "node:util";
import { alignment } from "./align/align.ts";
import { measureCatalogue } from "./catalogue/list.ts";
import { open } from "./catalogue/open-book.ts";
import { search } from "./catalogue/search.ts";
import { searchInBook } from "./catalogue/search-in-book.ts";
import { Bench, openStore, type Run, type Store } from "./core/bench.ts";
import { isQuick } from "./core/load.ts";
import { log, Report } from "./core/report.ts";
import { dataset } from "./dataset/dataset.ts";
import { killAtRandom, upgrade } from "./faults/cluster.ts";
import { failOver } from "./faults/failover.ts";
import { fillDisk, serveHugeFiles, testBackup, testLostMount } from "./faults/files.ts";
import { hangingMailServer, restartDatabase, slowClients, stopUnderLoad } from "./faults/outages.ts";
import { repeatRequests } from "./faults/repeated-requests.ts";
import { push } from "./push/push.ts";
import { community } from "./sections/community.ts";
import { followers, repeatJob } from "./sections/followers.ts";
import { importing } from "./sections/import.ts";
import { lighthouse } from "./sections/lighthouse.ts";
import { live } from "./sections/live.ts";
import { marks } from "./sections/marks.ts";
import { memory } from "./sections/memory.ts";
import { offlineStart } from "./sections/offline.ts";
import { partitions } from "./sections/partitions.ts";
import { killServer, positions } from "./sections/positions.ts";
import { publishing } from "./sections/publishing.ts";
import { ranges } from "./sections/ranges.ts";
import { killUploads, uploads } from "./sections/uploads.ts";

/** By section, and by part where it has several. */
const sections: Readonly<Record<string, Run>> = {
  memory,
  lighthouse,
  open,
  ranges,
  positions,
  partitions,
  import: importing,
  offline: offlineStart,
  ...alignment,
  list: measureCatalogue,
  dataset,
  search,
  "search in-book": searchInBook,
  marks,
  push,
  ...publishing,
  ...uploads,
  community,
  followers,
  live,
};

/** Crashes and failures, by their number among the reliability scenarios. */
const faults: Readonly<Record<string, Run>> = {
  "R1 uploads": killUploads,
  "R4 kills": killServer,
  "R5 R6 database": restartDatabase,
  "R7 disk": fillDisk,
  "R8 clients": slowClients,
  "R14 job": repeatJob,
  "R15 requests": repeatRequests,
  "R18 huge": serveHugeFiles,
  "R23 backup": testBackup,
  "R24 stop": stopUnderLoad,
  "R26 mount": testLostMount,
  "R27 mail": hangingMailServer,
  failover: failOver,
  "random kills": killAtRandom,
  upgrade,
};

const args = process.argv.slice(2);
const names = args.filter((arg) => !arg.startsWith("--"));
const isFaults = args.includes("--faults");
const runs = Object.entries(isFaults ? faults : sections);
const unknown = names.filter((word) => !runs.some(([name]) => name.split(" ").includes(word)));
if (unknown.length > 0) {
  log(`Unknown: ${unknown.join(", ")}. There are: ${runs.map(([name]) => name).join(", ")}.`);
  process.exit(2);
}
const isChosen = (name: string) => names.length === 0 || name.split(" ").some((word) => names.includes(word));
const chosen = runs.filter(([name]) => isChosen(name));

const report = new Report();
let store: Store | undefined;
let bench: Bench | undefined;
let isEnding = false;

/** Ends the programs and the database, within some seconds. */
async function end(code: number): Promise<void> {
  if (isEnding) return;
  isEnding = true;
  setTimeout(() => process.exit(1), 20_000);
  if (isQuick) report.note("quick", "sizes are small, so the figures do not count");
  if (args.includes("--json")) console.log(JSON.stringify(report, null, 1));
  else report.printTable();
  try {
    await bench?.end();
    await store?.close();
  } finally {
    process.exit(code);
  }
}

function fail(reason: unknown): void {
  log(inspect(reason));
  void end(1);
}

const timeoutMs = (chosen.some(([, run]) => run === dataset) ? 360 : 90) * 60_000;
setTimeout(() => fail("This took too long and was ended."), timeoutMs).unref();
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, fail);
process.on("unhandledRejection", fail);

let hasFailed = false;
for (const [name, run] of chosen) {
  log(name);
  store ??= await openStore(isFaults ? undefined : process.env["BENCH_DATA_DIR"]);
  bench = new Bench(store, report, name.split(" ")[0] ?? "");
  await run(bench).catch((error) => {
    hasFailed = true;
    bench?.note(`failed: ${inspect(error)}`);
  });
  if (isEnding) break;
  await bench.end();
  // Each fault has data of its own.
  if (isFaults) {
    await store.close();
    store = undefined;
  }
}
const missed = isFaults && report.metrics.some(({ verdict }) => verdict === "missed");
await end(hasFailed || missed ? 1 : 0);
