import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import sharp from "sharp";
import { median, timed } from "#server/bench/load.ts";
import type { Bench, BenchServer, Section } from "#server/bench/section.ts";
import { importFolder } from "#server/features/book-import/service.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { measureInBrowser } from "./first-page.ts";
import { createRandom } from "./random-words.ts";

const sizes = [1, 20, 200];
const openings = 5;
const picturePixels = 1300;

export const opening: Section = {
  name: "open",
  async run(report, bench) {
    report.step("making and importing EPUBs of 1, 20 and 200 MB");
    const books = await getImport(bench);
    report.step("opening them on a server that has just started");
    const cookie = await bench.signIn();
    const times = new Map<number, number[]>();
    for (let n = 0; n < openings; n++) {
      const server = await bench.startServer();
      await openBook(server, cookie, books.get(0) ?? "");
      for (const size of sizes) {
        const elapsedMs = await timed(() => openBook(server, cookie, books.get(size) ?? ""));
        times.set(size, [...(times.get(size) ?? []), elapsedMs]);
      }
      await server.stop();
    }
    const medianTime = (size: number) => median(times.get(size) ?? []);
    for (const size of sizes) report.metric(`first page of ${size} MB, by the API`, medianTime(size), "ms");
    report.metric("200 MB : 1 MB, by the API", medianTime(200) / medianTime(1), "", { max: 1.5 });
    await measureInBrowser(report, bench, books, cookie);
  },
};

export async function openBook({ baseUrl }: BenchServer, cookie: string, id: string): Promise<void> {
  const request = async (url: string) => {
    const reply = await fetch(baseUrl + url, { headers: { cookie } });
    if (!reply.ok) throw new Error(`${url}: ${reply.status} ${await reply.text()}`);
    return reply;
  };
  const { version, entries } = await (await request(`/api/books/${id}/ebook`)).json();
  const names = (entries as [string, number][]).map(([name]) => name);
  for (const name of names.filter((each) => /(^|\/)(c0\.xhtml|p0\.jpg)$/.test(each))) {
    await (await request(`/api/books/${id}/ebook/${version}/entries/${name}`)).arrayBuffer();
  }
}

/** Imports the books, and a small one as warm-up with the size 0. @returns their ids by size. */
async function getImport({ services }: Bench): Promise<Map<number, string>> {
  const folder = mkdtempSync(path.join(tmpdir(), "maktaba-bench-open-"));
  try {
    const images = await makePictures();
    const bytes = images.reduce((sum, { length }) => sum + length, 0);
    for (const size of [0, ...sizes]) {
      const chapters = Array.from({ length: 20 }, (_, n) => `<p>Page ${n}.</p><img src="p${n}.jpg" alt=""/>`);
      const copies = Math.max(1, Math.round((Math.max(size, 0.5) * 1e6) / (bytes / images.length)));
      const pictures = Array.from({ length: copies }, (_, n) => images[n % images.length] ?? Buffer.alloc(0));
      await writeSmallEpub(path.join(folder, `${size}.epub`), {
        title: `Opening ${size} MB`,
        chapters: chapters.slice(0, copies),
        pictures,
      });
    }
    const rejected: string[] = [];
    await importFolder(
      services,
      folder,
      {},
      { onRejected: (name, reason) => rejected.push(`${name}: ${reason}`) },
    );
    if (rejected.length > 0) throw new Error(rejected.join("; "));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  const { rows } = await services.db.execute<{ id: string; title: string }>(
    sql`select id, title from books where title like 'Opening % MB'`,
  );
  return new Map(rows.map(({ id, title }) => [Number(title.split(" ")[1]), id]));
}

/** Pictures of noise, which cannot be compressed. */
function makePictures(): Promise<Buffer[]> {
  return Promise.all(
    [1, 2, 3, 4].map((seed) => {
      const random = createRandom(seed);
      const noise = Buffer.from(Array.from({ length: picturePixels ** 2 * 3 }, () => random() * 256));
      return sharp(noise, { raw: { width: picturePixels, height: picturePixels, channels: 3 } })
        .jpeg({ quality: 80 })
        .toBuffer();
    }),
  );
}
