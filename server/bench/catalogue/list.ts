import type { BookPage } from "#shared/books/contract.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { compare, getText, measureRate, size } from "#server/bench/core/load.ts";
import { captureStatements, listenUncached, startRaw } from "#server/bench/raw/raw.ts";
import { loadBooks } from "./catalogue.ts";

const seconds = size(2, 1);
const list = "/api/books?limit=20";

/** Lists and books, uncached against raw node:http with the same statements, cached against the same bytes. */
export async function measureCatalogue(bench: Bench): Promise<void> {
  await loadBooks(bench, size(10_000, 1_000));
  const { cookie } = await bench.signIn();
  await measureUncached(bench, cookie);

  const { baseUrl } = await bench.startServer();
  const raw = await startRaw(bench, { origin: baseUrl });
  const { books } = JSON.parse(await getText(baseUrl + list)) as BookPage;
  const detail = `/api/books/${books[0]?.id}`;
  const search = "/api/books?search=the&limit=20";
  const paths = { list, latest: "/api/books/latest", detail, "repeated search": search };
  for (const [what, path] of Object.entries(paths)) {
    await getText(raw + path);
    const { own, ratio } = await compare(
      () => measureRate(baseUrl + path, { seconds }),
      () => measureRate(raw + path, { seconds }),
    );
    bench.figures(
      [`cached ${what}`, own, "req/s"],
      [`cached ${what}, ratio to the same bytes`, ratio, "", "≥ 0.5"],
    );
  }
  const measureDetail = () => measureRate(baseUrl + detail, { seconds, cookie });
  await measureDetail();
  bench.figures(["detail of a reader", await measureDetail(), "req/s", "≥ 1000"]);
}

async function measureUncached(bench: Bench, cookie: string): Promise<void> {
  const observed = await listenUncached(bench.services);
  await getText(observed + list);
  const statements = await captureStatements(() => getText(observed + list));
  const server = await bench.launchProgram("uncached-server", []).waitFor(/http:\S+/);
  const raw = await startRaw(bench, { statements: { [list]: statements } });
  const measure = (url: string, ownCookie = "") =>
    measureRate(url + list, { connections: 20, seconds, cookie: ownCookie });
  const measureRaw = () => measure(raw);
  const guest = await compare(() => measure(server), measureRaw);
  const signedIn = await compare(() => measure(server, cookie), measureRaw);
  bench.figures(
    ["raw node:http + pg", guest.raw, "req/s"],
    ["server, guest", guest.own, "req/s"],
    ["ratio, guest", guest.ratio, "", "≥ 0.35, target 0.6"],
    ["ratio, signed in", signedIn.ratio, "", "≥ 0.25, target 0.4"],
  );
}
