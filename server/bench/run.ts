import { align } from "./align.ts";
import { importing } from "./import.ts";
import { killed } from "./kills.ts";
import { lighthouse } from "./lighthouse.ts";
import { list } from "./list.ts";
import { memory } from "./memory.ts";
import { opening } from "./open.ts";
import { openBench } from "./open-bench.ts";
import { positions } from "./positions.ts";
import { push } from "./push.ts";
import { ranges } from "./ranges.ts";
import { Gathered } from "./report.ts";
import { search } from "./search.ts";
import type { Section } from "./section.ts";

/** In the order of their running: the small ones before the database is large. */
const sections: readonly Section[] = [
  memory,
  lighthouse,
  opening,
  ranges,
  positions,
  killed,
  importing,
  align,
  list,
  search,
  push,
];

/** However a section hangs, the bench ends. */
const longestMs = 75 * 60_000;

const args = process.argv.slice(2);
const asked = args.filter((arg) => !arg.startsWith("--"));
const unknown = asked.filter((name) => !sections.some((section) => section.name === name));
if (unknown.length > 0) {
  process.stderr.write(
    `No such section: ${unknown.join(", ")}. There are: ${sections.map(({ name }) => name).join(", ")}.\n`,
  );
  process.exit(2);
}

const alarm = setTimeout(() => {
  process.stderr.write("The bench took too long and was ended.\n");
  process.exit(1);
}, longestMs);

const bench = await openBench(process.env["BENCH_DATA_DIR"]);
const gathered = new Gathered();
let failed = false;
for (const section of sections.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  process.stderr.write(`${section.name}\n`);
  try {
    await section.run(gathered.of(section.name), bench);
  } catch (error) {
    failed = true;
    gathered.of(section.name).note(`failed: ${error instanceof Error ? error.stack : error}`);
  }
}
await bench.close();
clearTimeout(alarm);
const { figures, notes } = gathered;
process.stdout.write(
  `${args.includes("--json") ? JSON.stringify({ figures, notes }, null, 1) : gathered.table()}\n`,
);
process.exit(failed ? 1 : 0);
