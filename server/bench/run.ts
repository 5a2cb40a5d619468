import { align } from "./align/align.ts";
import { openBench } from "./bench-server.ts";
import { list } from "./catalogue/list.ts";
import { opening } from "./catalogue/open-book.ts";
import { search } from "./catalogue/search.ts";
import { community } from "./community.ts";
import { crashSafety } from "./crash-safety.ts";
import { faults } from "./faults/faults.ts";
import { followers } from "./followers.ts";
import { importing } from "./import.ts";
import { lighthouse } from "./lighthouse.ts";
import { live } from "./live.ts";
import { memory } from "./memory.ts";
import { positions } from "./positions.ts";
import { publishing } from "./publishing.ts";
import { push } from "./push.ts";
import { ranges } from "./ranges.ts";
import { ReportCollector } from "./report.ts";
import type { Section } from "./section.ts";

const sections: readonly Section[] = [
  memory,
  lighthouse,
  opening,
  ranges,
  positions,
  crashSafety,
  faults,
  importing,
  align,
  list,
  search,
  push,
  publishing,
  community,
  followers,
  live,
];

/** The bench and its database end even when a section hangs. */
const [timeoutMs, closeTimeoutMs] = [75 * 60_000, 20_000];

const args = process.argv.slice(2);
const requested = args.filter((arg) => arg !== "--json");
const sectionNames = requested.filter((name) => sections.some((section) => section.name === name));
const chosen = sections.filter(({ name }) => sectionNames.length === 0 || sectionNames.includes(name));
const parts = requested.filter((name) => !sectionNames.includes(name));
const unknownNames = parts.filter((name) => !chosen.some((section) => section.parts?.includes(name)));
if (unknownNames.length > 0) {
  const all = sections.map(({ name, parts = [] }) => (parts.length ? `${name} (${parts.join(", ")})` : name));
  process.stderr.write(`No such section: ${unknownNames.join(", ")}. There are: ${all.join(", ")}.\n`);
  process.exit(2);
}

const collector = new ReportCollector();
const bench = await openBench(process.env["BENCH_DATA_DIR"]);

async function end(code: number): Promise<never> {
  setTimeout(() => process.exit(1), closeTimeoutMs);
  const { metrics, notes } = collector;
  process.stdout.write(
    `${args.includes("--json") ? JSON.stringify({ metrics, notes }, null, 1) : collector.formatTable()}\n`,
  );
  await bench.close().catch((error: unknown) => process.stderr.write(`${error}\n`));
  process.exit(code);
}

setTimeout(() => {
  process.stderr.write("The bench took too long and was ended.\n");
  void end(1);
}, timeoutMs).unref();
for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void end(1));

let failed = false;
for (const section of chosen) {
  process.stderr.write(`${section.name}\n`);
  const isRequested = (part: string) =>
    !section.parts?.some((each) => parts.includes(each)) || parts.includes(part);
  try {
    await section.run(collector.startSection(section.name), bench, isRequested);
  } catch (error) {
    failed = true;
    collector.startSection(section.name).note(`failed: ${error instanceof Error ? error.stack : error}`);
  }
}
await end(failed ? 1 : 0);
