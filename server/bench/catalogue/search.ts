import type { Bench } from "#server/bench/core/bench.ts";
import { compare, getText, median, percentile, size, timed, timeEach } from "#server/bench/core/load.ts";
import { createRandom } from "#server/testing/books/new-edition.ts";
import { loadBooks } from "./catalogue.ts";
import { Vocabulary } from "./random-words.ts";

const books = size(1_000_000, 5_000);
const singleSearches = size(400, 50);
const readers = 16;
const concurrentSearches = size(1_600, 200);
/** The first queries of each database connection are slow. */
const warmUpSearches = size(800, 50);
const deepPage = size(40_000, 100);

/** Searches by one reader and by many at once, pages of books, and deep pages of the list. */
export async function search(bench: Bench): Promise<void> {
  await loadBooks(bench, books);
  const { baseUrl } = await bench.startServer();
  const request = (path: string) => getText(baseUrl + path);
  const requested = createSearches();
  await request("/api/genres");
  await timeEach(requested.slice(0, warmUpSearches), request, readers);

  const paths = requested.slice(warmUpSearches, warmUpSearches + singleSearches);
  const times = await timeEach(paths, request);
  bench.figures(
    ["one reader, p50", median(times), "ms", "≤ 15"],
    ["one reader, p99", percentile(times, 0.99), "ms", "≤ 150, target 50"],
  );
  const byTime = paths.map((path, n) => ({ path, ms: times[n] ?? 0 })).sort((a, b) => b.ms - a.ms);
  const slowest = byTime.slice(0, 3).map(({ path, ms }) => `${decodeURIComponent(path)} ${ms.toFixed(0)} ms`);
  bench.note(`slowest: ${slowest.join("; ")}`);

  const concurrent = await timeEach(requested.slice(warmUpSearches), request, readers);
  bench.figures([`${readers} readers at once, p50`, median(concurrent), "ms", "≤ 60"]);
  await measurePages(bench, request);
}

/** Pages of books that are not cached; a list's first page against a deep page, by cursor. */
async function measurePages(bench: Bench, request: (path: string) => Promise<string>): Promise<void> {
  const listed = JSON.parse(await request("/api/books?limit=100")) as { books: { id: string }[] };
  const pages = await timeEach(listed.books, ({ id }) => request(`/api/books/${id}`));
  bench.figures(["uncached page of a book, p50", median(pages), "ms", "≤ 25"]);

  bench.step(`walking to page ${deepPage.toLocaleString("en")}`);
  let cursor = "";
  for (let page = 0; page < deepPage / 5; page++) {
    const next = JSON.parse(await request(`/api/books?limit=100${cursor && `&cursor=${cursor}`}`));
    if (!next.nextCursor) return bench.note("the list is too short for the deep page");
    cursor = next.nextCursor;
  }
  const deepPages = await compare(
    () => timed(() => request(`/api/books?limit=20&cursor=${cursor}`)),
    () => timed(() => request("/api/books?limit=20")),
    size(200, 20),
  );
  bench.figures(
    ["list, page 1, p50", deepPages.raw, "ms"],
    ["list, page 40,000, p50", deepPages.own, "ms"],
    ["page 40,000 : page 1", deepPages.ratio, "", "≤ 1.5"],
  );
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
