import { getText, percentile, timed } from "#server/bench/load.ts";
import type { Report, Section } from "#server/bench/section.ts";
import { loadBooks } from "./catalogue.ts";
import { createRandom, Vocabulary } from "./random-words.ts";

const books = 1_000_000;
const singleSearches = 400;
const readers = 16;
const concurrentSearches = 1_600;
/** The first queries of each database connection are slow. */
const warmUpSearches = 800;
const deepPage = 40_000;

export const search: Section = {
  name: "search",
  async run(report, bench) {
    await loadBooks(bench, report, Number(process.env["BENCH_BOOKS"] ?? books));
    const { baseUrl } = await bench.startServer();
    const requestSearch = (path: string) => getText(baseUrl + path);
    const requested = createSearches();
    report.step("waiting until the server has counted its genres");
    await requestSearch("/api/genres");
    report.step("warming up");
    await searchAtOnce(requested.slice(0, warmUpSearches), requestSearch);

    report.step("one reader");
    const single: { path: string; elapsedMs: number }[] = [];
    for (const path of requested.slice(warmUpSearches, warmUpSearches + singleSearches))
      single.push({ path, elapsedMs: await timed(() => requestSearch(path)) });
    const times = single.map(({ elapsedMs }) => elapsedMs);
    report.metric("one reader, p50", percentile(times, 0.5), "ms", { max: 15 });
    report.metric("one reader, p99", percentile(times, 0.99), "ms", { max: 150, target: 50 });
    reportSlowest(report, single);

    report.step(`${readers} readers at once`);
    const startedAt = performance.now();
    const concurrentTimes = await searchAtOnce(requested.slice(warmUpSearches), requestSearch);
    report.metric(`${readers} readers at once, p50`, percentile(concurrentTimes, 0.5), "ms", { max: 60 });
    report.metric(`${readers} readers at once, p99`, percentile(concurrentTimes, 0.99), "ms");
    report.metric(
      `${readers} readers at once`,
      concurrentTimes.length / ((performance.now() - startedAt) / 1000),
      "searches/s",
    );
    await measureBookPages(report, requestSearch);
    await comparePages(report, requestSearch);
  },
};

/** The milliseconds of searches by all readers at once. */
async function searchAtOnce(
  paths: readonly string[],
  request: (path: string) => Promise<string>,
): Promise<number[]> {
  const queue = [...paths];
  const times: number[] = [];
  await Promise.all(
    Array.from({ length: readers }, async () => {
      for (let path = queue.pop(); path !== undefined; path = queue.pop()) {
        const next = path;
        times.push(await timed(() => request(next)));
      }
    }),
  );
  return times;
}

/** The details of a book, each requested once, so that none is cached. */
async function measureBookPages(report: Report, request: (path: string) => Promise<string>): Promise<void> {
  report.step("pages of books");
  const { books: listed } = JSON.parse(await request("/api/books?limit=100")) as {
    books: { id: string }[];
  };
  const times: number[] = [];
  for (const { id } of listed) times.push(await timed(() => request(`/api/books/${id}`)));
  report.metric("uncached page of a book, p50", percentile(times, 0.5), "ms", { max: 25 });
}

function reportSlowest(report: Report, single: readonly { path: string; elapsedMs: number }[]): void {
  const slowest = [...single].sort((a, b) => b.elapsedMs - a.elapsedMs).slice(0, 3);
  const slowestTexts = slowest.map(
    ({ path, elapsedMs }) => `${decodeURIComponent(path.split("=")[1] ?? "")} ${elapsedMs.toFixed(0)} ms`,
  );
  report.note(`slowest: ${slowestTexts.join("; ")}`);
}

function createSearches(): string[] {
  const random = createRandom(4242);
  const arabic = new Vocabulary("arabic", 42_000, 1);
  const latin = new Vocabulary("latin", 28_000, 2);
  arabic.makeText(1_000, 1_000);
  latin.makeText(1_000, 1_000);
  const createSearch = () => {
    const vocabulary = random() < 0.6 ? arabic : latin;
    const words = Array.from({ length: 1 + Math.floor(random() * 3) }, () => vocabulary.draw());
    const last = words.at(-1) ?? "";
    const kind = random();
    if (kind < 0.25 && last.length > 4) words[words.length - 1] = last.slice(0, 4);
    else if (kind < 0.4 && last.length > 4) words[words.length - 1] = last.slice(0, 2) + last.slice(3);
    return `/api/books?search=${encodeURIComponent(words.join(" "))}`;
  };
  return Array.from({ length: warmUpSearches + concurrentSearches }, createSearch);
}

/** A list's first page against a deep page, by cursor. */
async function comparePages(report: Report, request: (path: string) => Promise<string>): Promise<void> {
  report.step(`walking to page ${deepPage.toLocaleString("en")}`);
  let cursor = "";
  const size = 100;
  for (let page = 0; page < (deepPage * 20) / size; page++) {
    const { nextCursor } = JSON.parse(
      await request(`/api/books?limit=${size}${cursor && `&cursor=${cursor}`}`),
    );
    if (!nextCursor) return report.note("the list is too short for the deep page");
    cursor = nextCursor;
  }
  const first: number[] = [];
  const deep: number[] = [];
  for (let n = 0; n < 200; n++) {
    first.push(await timed(() => request("/api/books?limit=20")));
    deep.push(await timed(() => request(`/api/books?limit=20&cursor=${cursor}`)));
  }
  report.metric("list, page 1, p50", percentile(first, 0.5), "ms");
  report.metric("list, page 40,000, p50", percentile(deep, 0.5), "ms");
  report.metric("page 40,000 : page 1", percentile(deep, 0.5) / percentile(first, 0.5), "", { max: 1.5 });
}
