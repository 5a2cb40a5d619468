import { UserId } from "#shared/accounts/user.ts";
import { countBooks } from "#server/bench/catalogue/catalogue.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { getText, measurePerSecond, median, percentile, size, timeEach } from "#server/bench/core/load.ts";
import { captureStatements, listenUncached, type Statement, startRaw } from "#server/bench/raw/raw.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { loadDataset } from "./load-dataset.ts";
import { getReaderId } from "./random-rows.ts";
import { listReads, type Read } from "./reads.ts";

const getNumbers = (variable: string) => process.env[variable]?.split(",").map(Number);

/** Fewer books or requests measure the same in less time. */
const sizes = getNumbers("DATASET_BOOKS") ?? size([1_000, 100_000, 1_000_000], [1_000]);
const [requests = 1] = getNumbers("DATASET_REQUESTS") ?? [size(192, 16)];
const readerCount = 64;
const largest = Math.max(...sizes);

interface Measured {
  /** Milliseconds by the number of books and of readers at once, such as `1000/16`. */
  readonly times: Map<string, { readonly p50: number; readonly p99: number }>;
  statements: readonly Statement[];
  /** Requests per second relative to `node:http` with the same statements, and with the same bytes. */
  ratios: readonly [statements: number, bytes: number];
}

/** Every read that a person waits for, without cached replies, while the library and its readers grow. */
export async function dataset(bench: Bench): Promise<void> {
  const results = new Map<string, Measured>();
  const observed = await listenUncached(bench.services);
  const stored = await countBooks(bench);
  for (const books of new Set(sizes)) {
    if (books < stored) continue;
    if (books > stored) await loadDataset(bench, books);
    const program = bench.launchProgram("uncached-server", []);
    const url = await program.waitFor(/http:\S+/);
    const readers = getReaders(books / 5);
    const own = await Promise.all(readers.map((id) => createSessionCookie(bench.services, { id })));
    const staff = await bench.signIn({ isAdmin: true, isEmployee: true, isAuthor: true });
    const getCookies = ({ isForStaff }: Read) => (isForStaff ? [staff.cookie] : own);
    const reads = await listReads(bench, readers);
    for (const read of reads) {
      bench.step(`${books.toLocaleString("en")} books: ${read.name}`);
      const request = createRequest(read, getCookies(read));
      const result = results.get(read.name) ?? { times: new Map(), statements: [], ratios: [0, 0] };
      try {
        if (read.paths.length === 0) throw new Error("404 no reader has one");
        result.statements = await captureStatements(() => request(observed, 0));
        await measure(
          (n) => request(url, n),
          (readers, times) => result.times.set(`${books}/${readers}`, times),
        );
        results.set(read.name, result);
      } catch (error) {
        if (books === largest)
          bench.note(`not measured: ${read.name}: ${/\d{3} .{0,40}/.exec(String(error))}`);
      }
    }
    if (books === largest) await compareWithRaw(bench, url, reads, results, getCookies);
    await program.stop();
  }
  report(bench, results);
}

const createRequest =
  ({ paths }: Read, cookies: readonly string[]) =>
  (base: string, n: number) => {
    const { path, reader } = paths[n % paths.length] ?? { path: "", reader: 0 };
    return getText(base + path, cookies[reader % cookies.length]);
  };

/** Readers from the most to the least active. */
const getReaders = (count: number) =>
  Array.from({ length: readerCount }, (_, n) =>
    UserId.parse(getReaderId(Math.floor((n / readerCount) ** 2 * count))),
  );

async function measure(
  request: (n: number) => Promise<unknown>,
  report: (readers: number, times: { readonly p50: number; readonly p99: number }) => void,
): Promise<void> {
  const numbers = [...Array(requests).keys()];
  // The first requests fill the caches of the database and its connections.
  await timeEach(numbers.slice(0, readerCount), request);
  for (const count of [1, 16, 64]) {
    const times = await timeEach(numbers, request, count);
    report(count, { p50: median(times), p99: percentile(times, 0.99) });
  }
}

/** The first reader's requests against `node:http` alone with the same statements, and with the same bytes. */
async function compareWithRaw(
  bench: Bench,
  origin: string,
  reads: readonly Read[],
  results: ReadonlyMap<string, Measured>,
  getCookies: (read: Read) => readonly string[],
): Promise<void> {
  const measured = reads.flatMap((read) => {
    const result = results.get(read.name);
    return result?.times.has(`${largest}/${readerCount}`) ? [[read, result] as const] : [];
  });
  const statements = Object.fromEntries(
    measured.map(([{ paths }, result]) => [paths[0]?.path ?? "", result.statements]),
  );
  const [raw, bytes] = [await startRaw(bench, { statements }), await startRaw(bench, { origin })];
  for (const [read, result] of measured) {
    const request = createRequest(read, getCookies(read));
    const getRate = (base: string) => measurePerSecond(requests, 16, () => request(base, 0));
    bench.step(`against node:http: ${read.name}`);
    try {
      const rate = await getRate(origin);
      result.ratios = [rate / (await getRate(raw)), rate / (await getRate(bytes))];
    } catch (error) {
      bench.note(`not compared with node:http: ${read.name}: ${error}`);
    }
  }
}

function report(bench: Bench, results: ReadonlyMap<string, Measured>): void {
  const smallest = Math.min(...sizes);
  const maxGrowth = Math.log(largest) / Math.log(smallest);
  const rows = [...results].map(([name, { times, statements, ratios }]) => {
    const slow = times.get(`${largest}/16`)?.p99 ?? 0;
    // A millisecond is allowed for what is too short to compare.
    const growth = (times.get(`${largest}/1`)?.p50 ?? 0) / ((times.get(`${smallest}/1`)?.p50 ?? 0) + 1);
    const text = [...times].map(([at, { p50, p99 }]) => `${at} ${p50.toFixed(1)}/${p99.toFixed(1)}`);
    bench.note(
      `${name}: ${text.join(", ")} ms; ${statements.length} statements; ${ratios.map((each) => each.toFixed(2)).join(", ")}`,
    );
    return { slow, growth, statements: statements.length, ratios };
  });
  bench.note(
    "each read: books/readers p50/p99; relative to node:http with the same statements, the same bytes",
  );
  const count = (isCounted: (row: (typeof rows)[number]) => boolean) => rows.filter(isCounted).length;
  const statements = rows.map((row) => row.statements);
  const at = `16 readers, ${largest.toLocaleString("en")} books`;
  const raw = "node:http with the same statements";
  bench.figures(
    ["reads", rows.length],
    [`largest p99, ${at}`, Math.max(...rows.map(({ slow }) => slow)), "ms", "≤ 100"],
    [`reads with a p99 above 100 ms, ${at}`, count(({ slow }) => slow > 100), "", "≤ 0"],
    [
      "reads whose p50 grows faster than logarithmically",
      count(({ growth }) => growth > maxGrowth),
      "",
      "≤ 0",
    ],
    ["statements of a read, median", median(statements)],
    ["statements of a read, most", Math.max(...statements)],
    [`reads below 0.25 of ${raw}`, count(({ ratios: [ratio] }) => ratio < 0.25), "", "≤ 0"],
    [`relative to ${raw}, median`, median(rows.map(({ ratios }) => ratios[0]))],
    ["relative to node:http with the same bytes, median", median(rows.map(({ ratios }) => ratios[1]))],
  );
}
