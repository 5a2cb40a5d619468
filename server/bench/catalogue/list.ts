import type { BookPage } from "#shared/books/contract.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { compare, getText, measureRate, size } from "#server/bench/core/load.ts";
import { captureStatements, listenUncached, startRaw } from "#server/bench/raw/raw.ts";
import { loadBooks } from "./catalogue.ts";

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
    const { ratio } = await compare(
      () => measureRate(baseUrl + path),
      () => measureRate(raw + path),
    );
    bench.figures([`cached ${what}, ratio to the same bytes`, ratio, "", "≥ 0.5"]);
  }
  await measureRate(baseUrl + detail, cookie);
  bench.figures(["detail of a reader", await measureRate(baseUrl + detail, cookie), "req/s", "≥ 1000"]);
}

async function measureUncached(bench: Bench, cookie: string): Promise<void> {
  const observed = await listenUncached(bench.services);
  await getText(observed + list);
  const statements = await captureStatements(() => getText(observed + list));
  const server = await bench.launchProgram("uncached-server", []).waitFor(/http:\S+/);
  const raw = await startRaw(bench, { statements: { [list]: statements } });
  const compareAs = (reader: string) =>
    compare(
      () => measureRate(server + list, reader, 20),
      () => measureRate(raw + list, "", 20),
    );
  const [guest, signedIn] = [await compareAs(""), await compareAs(cookie)];
  bench.figures(
    ["ratio, guest", guest.ratio, "", "≥ 0.35, target 0.6"],
    ["ratio, signed in", signedIn.ratio, "", "≥ 0.25, target 0.4"],
  );
}
