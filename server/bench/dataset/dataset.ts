import { UserId } from "#shared/accounts/user.ts";
import { countBooks } from "#server/bench/catalogue/catalogue.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { getText, measurePerSecond, median, percentile, size, timeEach } from "#server/bench/core/load.ts";
import { captureStatements, listenUncached, type Statement, startRaw } from "#server/bench/raw/raw.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { getReaderId } from "./fill-tables.ts";
import { loadDataset } from "./load-dataset.ts";
import { listReads, type Read } from "./reads.ts";

const getNumbers = (variable: string) => process.env[variable]?.split(",").map(Number);

/** Fewer books or requests measure the same in less time. */
const sizes = getNumbers("DATASET_BOOKS") ?? size([1_000, 100_000, 1_000_000], [2_000]);
const [requests = 1] = getNumbers("DATASET_REQUESTS") ?? [size(192, 16)];
const numbers = [...Array(requests).keys()];
const readerCount = 64;
const largest = Math.max(...sizes);

interface Result {
  /** The first reader's. */
  readonly path: string;
  readonly request: (base: string, n: number) => Promise<string>;
  /** Milliseconds by the number of books and of readers at once, such as `1000/16`. */
  readonly times: Map<string, { readonly p50: number; readonly p99: number }>;
  readonly statements: readonly Statement[];
  /** Requests per second relative to `node:http` with the same statements, and with the same bytes. */
  ratios: readonly [statements: number, bytes: number];
}

/** Every read that a person waits for, without cached replies, while the library and its readers grow. */
export async function dataset(bench: Bench): Promise<void> {
  const results = new Map<string, Result>();
  const observed = await listenUncached(bench.services);
  const stored = await countBooks(bench);
  for (const books of sizes.filter((each) => each >= stored)) {
    if (books > stored) await loadDataset(bench, books);
    const program = bench.launchProgram("uncached-server", []);
    const url = await program.waitFor(/http:\S+/);
    const readers = getReaders(books / 5);
    const own = await Promise.all(readers.map((id) => createSessionCookie(bench.services, { id })));
    const staff = await bench.signIn({ isAdmin: true, isEmployee: true, isAuthor: true });
    for (const read of await listReads(bench, readers)) {
      const { name, isForStaff } = read;
      bench.step(`${books.toLocaleString("en")} books: ${name}`);
      const request = createRequest(read, isForStaff ? [staff.cookie] : own);
      const times: Result["times"] = results.get(name)?.times ?? new Map();
      try {
        const statements = await captureStatements(() => request(observed, 0));
        // The first requests fill the caches of the database and its connections.
        await timeEach(numbers.slice(0, readerCount), (n) => request(url, n));
        for (const count of [1, 16, 64]) {
          const each = await timeEach(numbers, (n) => request(url, n), count);
          times.set(`${books}/${count}`, { p50: median(each), p99: percentile(each, 0.99) });
        }
        results.set(name, { path: read.paths[0]?.path ?? "", request, times, statements, ratios: [0, 0] });
      } catch (error) {
        if (books === largest) bench.note(`not measured: ${name}: ${/\d{3} .{0,40}/.exec(String(error))}`);
      }
    }
    if (books === largest) await compareWithRaw(bench, url, results);
    await program.stop();
  }
  report(bench, results);
}

const createRequest =
  ({ paths }: Read, cookies: readonly string[]): Result["request"] =>
  async (base, n) => {
    const asked = paths[n % paths.length];
    if (!asked) throw new Error("404 no reader has one");
    return getText(base + asked.path, cookies[asked.reader % cookies.length]);
  };

/** Readers from the most to the least active. */
const getReaders = (count: number) =>
  Array.from({ length: readerCount }, (_, n) =>
    UserId.parse(getReaderId(Math.floor((n / readerCount) ** 2 * count))),
  );

/** The first reader's requests against `node:http` alone with the same statements, and with the same bytes. */
async function compareWithRaw(bench: Bench, origin: string, results: ReadonlyMap<string, Result>) {
  const measured = [...results].filter(([, { times }]) => times.has(`${largest}/${readerCount}`));
  const statements = Object.fromEntries(measured.map(([, result]) => [result.path, result.statements]));
  const [raw, bytes] = [await startRaw(bench, { statements }), await startRaw(bench, { origin })];
  for (const [name, result] of measured) {
    const getRate = (base: string) => measurePerSecond(requests, 16, () => result.request(base, 0));
    bench.step(`against node:http: ${name}`);
    try {
      const rate = await getRate(origin);
      result.ratios = [rate / (await getRate(raw)), rate / (await getRate(bytes))];
    } catch (error) {
      bench.note(`not compared with node:http: ${name}: ${error}`);
    }
  }
}

function report(bench: Bench, results: ReadonlyMap<string, Result>): void {
  const smallest = Math.min(...sizes);
  const maxGrowth = Math.log(largest) / Math.log(smallest);
  bench.note(
    "each read: books/readers p50/p99; relative to node:http with the same statements, the same bytes",
  );
  const rows = [...results].map(([name, { times, statements, ratios }]) => {
    const text = [...times].map(([at, { p50, p99 }]) => `${at} ${p50.toFixed(1)}/${p99.toFixed(1)}`);
    const relative = ratios.map((ratio) => ratio.toFixed(2)).join(", ");
    bench.note(`${name}: ${text.join(", ")} ms; ${statements.length} statements; ${relative}`);
    const p99 = times.get(`${largest}/16`)?.p99 ?? 0;
    // A millisecond is allowed for what is too short to compare.
    const growth = (times.get(`${largest}/1`)?.p50 ?? 0) / ((times.get(`${smallest}/1`)?.p50 ?? 0) + 1);
    return { p99, growth, ratios };
  });
  const at = `16 readers, ${largest.toLocaleString("en")} books`;
  const raw = "node:http with the same statements";
  const slow = rows.filter(({ p99 }) => p99 > 100);
  const growing = rows.filter(({ growth }) => growth > maxGrowth);
  const low = rows.filter(({ ratios: [ratio] }) => ratio < 0.25);
  bench.figures(
    ["reads", rows.length],
    [`largest p99, ${at}`, Math.max(...rows.map(({ p99 }) => p99)), "ms", "≤ 100"],
    [`reads with a p99 above 100 ms, ${at}`, slow.length, "", "≤ 0"],
    ["reads whose p50 grows faster than logarithmically", growing.length, "", "≤ 0"],
    [`reads below 0.25 of ${raw}`, low.length, "", "≤ 0"],
    [`relative to ${raw}, median`, median(rows.map(({ ratios }) => ratios[0]))],
    ["relative to node:http with the same bytes, median", median(rows.map(({ ratios }) => ratios[1]))],
  );
}
