import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import { query } from "#server/bench/catalogue/query.ts";
import type { Bench, Report } from "#server/bench/section.ts";
import { deleteOrphans } from "#server/features/book-import/service.ts";
import { createKey } from "#server/storage/keys.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";

/** R26: the disk of the files is missing at the start; its mount point is an empty folder. */
export async function testLostMount(report: Report, bench: Bench): Promise<void> {
  const { services, dataDir } = bench;
  const book = await createFactories(services).ebook({ wordCount: 10, pageCount: 1 });
  const { key, bytes, sha256 } = await services.storage.put(
    createKey("epub", "epub"),
    Readable.from([Buffer.from("an EPUB")]),
  );
  await query(
    bench,
    `update ebooks set storage_key = '${key}', bytes = ${bytes}, sha256 = '${sha256}' where book_id = '${book.id}'`,
  );
  const countRows = async () => (await query(bench, "select count(*)::int as n from ebooks")).rows[0]?.["n"];
  const before = await countRows();
  const [media, away] = [path.join(dataDir, "media"), path.join(dataDir, "media-away")];
  await rename(media, away);
  await mkdir(media);
  const server = await bench.startServer({ DEMO: "off" }, ["web", "worker"]);
  try {
    const cookie = await createSessionCookie(
      services,
      await createFactories(services).user({ isEmployee: true }),
    );
    const headers = { cookie };
    const ready = await fetch(`${server.baseUrl}/readyz`);
    const download = await fetch(`${server.baseUrl}/api/media/stream?mediaType=epub&bookId=${book.id}`, {
      headers,
    });
    const catalogue = await fetch(`${server.baseUrl}/api/books/${book.id}`, { headers });
    report.metric("R26: readiness without the disk", ready.status, "", { min: 503, max: 503 });
    report.metric("R26: a file without the disk", download.status, "", { min: 503, max: 503 });
    report.metric("R26: the catalogue without the disk", catalogue.status, "", { min: 200, max: 200 });
    await deleteOrphans(services);
    report.metric("R26: rows deleted", Number(before) - Number(await countRows()), "", { max: 0 });
    report.metric("R26: files written to the mount point", (await readdir(media)).length, "", { max: 0 });

    await rm(media, { recursive: true });
    await rename(away, media);
    const again = await fetch(`${server.baseUrl}/readyz`);
    report.metric("R26: readiness when it is back", again.status, "", { min: 200, max: 200 });
  } finally {
    await server.stop();
  }
}
