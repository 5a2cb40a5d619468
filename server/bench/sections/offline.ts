import path from "node:path";
import { chromium, type Page } from "@playwright/test";
import offline from "#shared/locales/en/offline.json" with { type: "json" };
import { Vocabulary } from "#server/bench/catalogue/random-words.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { addSession, findChromium } from "#server/bench/core/browser.ts";
import { median, percentile, size, timed } from "#server/bench/core/load.ts";
import { writeM4b } from "#server/bench/core/m4b.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";

const books = size(20, 4);
const starts = size(20, 3);
const audioBytes = size(30e6, 3e6);
const keepTimeoutMs = 120_000;

/** The start of the app in Chromium without a network, and the storage of kept books: half texts, half audio. */
export async function offlineStart(bench: Bench): Promise<void> {
  const chromiumOptions = findChromium(bench);
  if (!chromiumOptions) return;
  // Several open the connections that the import needs while it keeps the process busy.
  const [reader = await bench.signIn()] = await bench.signInMany(10);
  bench.step(`importing ${books + 1} books`);
  const ids = await importBooks(bench);
  const { baseUrl, stop } = await bench.startServer();
  const profile = bench.makeFolder();
  const openBrowser = async () => {
    const context = await chromium.launchPersistentContext(profile, chromiumOptions);
    return { context, page: context.pages()[0] ?? (await context.newPage()) };
  };

  const { context, page } = await openBrowser();
  bench.atEnd(() => context.close());
  await addSession(context, baseUrl, reader);
  await page.goto(`${baseUrl}/home`);
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
  // The first one also stores the app.
  let stored = 0;
  const added = { text: 0, audio: 0 };
  for (const [n, { id, kind }] of ids.entries()) {
    bench.step(`keeping book ${n} of ${books}`);
    await keep(page, `${baseUrl}/book/${id}`);
    const used = await measureStorage(page);
    if (n > 0) added[kind] += used - stored;
    stored = used;
  }
  await context.close();
  await stop();

  const files = { text: 0, audio: 0 };
  for (const { kind, bytes } of ids.slice(1)) files[kind] += bytes;
  const total = (each: typeof files) => each.text + each.audio;
  bench.figures(
    [`files of ${books} kept books`, total(files) / 1e6, "MB"],
    ["stored : files", total(added) / total(files), "", "≤ 1.05"],
    ["stored : files, texts", added.text / files.text],
    ["stored : files, audio", added.audio / files.audio],
  );

  const times: number[] = [];
  for (let n = 0; n <= starts; n++) {
    const browser = await openBrowser();
    await browser.context.setOffline(true);
    const ms = await timed(async () => {
      await browser.page.goto(`${baseUrl}/home`, { waitUntil: "commit" });
      await browser.page.getByRole("heading", { level: 1 }).first().waitFor();
    });
    if (n > 0) times.push(ms);
    await browser.context.close();
  }
  bench.figures(
    ["start without a network, median", median(times), "ms", "≤ 1500"],
    ["start without a network, p95", percentile(times, 0.95), "ms", "≤ 1500"],
  );
}

/** @returns the kind of each book, and the bytes of its file */
async function importBooks(bench: Bench) {
  const folder = bench.makeFolder();
  const vocabulary = new Vocabulary("latin", 20_000, 3);
  for (let n = 0; n <= books; n++) {
    const file = path.join(folder, `Kept ${n}`);
    if (n % 2) await writeM4b(`${file}.m4b`, Math.round(audioBytes * (0.5 + n / books)));
    else {
      const chapters = Array.from({ length: 30 }, () => `<p>${vocabulary.makeText(1_500, 4_000)}.</p>`);
      // English would add the dictionary, which all books share.
      await writeSmallEpub(`${file}.epub`, { title: `Kept ${n}`, language: "tr", chapters });
    }
  }
  await bench.importFolder(folder);
  return bench.sql<{ id: string; kind: "text" | "audio"; bytes: number }>(`
    select b.id, case when e.bytes is null then 'audio' else 'text' end as kind,
      coalesce(e.bytes, (select sum(bytes) from audio_files where book_id = b.id))::float8 as bytes
    from books b left join ebooks e on e.book_id = b.id order by b.created_at, b.id limit ${books + 1}`);
}

async function keep(page: Page, url: string): Promise<void> {
  await page.goto(url);
  await page.getByRole("button", { name: offline["offline.keep"] }).click();
  await page.getByRole("dialog").getByRole("button", { name: offline["offline.start"] }).click();
  const kept = page.getByRole("link", { name: offline["offline.kept"] });
  await kept.waitFor({ timeout: keepTimeoutMs });
}

const measureStorage = (page: Page) =>
  page.evaluate(async () => (await navigator.storage.estimate()).usage ?? 0);
