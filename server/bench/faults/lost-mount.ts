import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { Readable } from "node:stream";
import type { Bench } from "#server/bench/core/bench.ts";
import { deleteOrphans } from "#server/features/book-import/service.ts";
import { createKey } from "#server/storage/keys.ts";

/** The disk of the files is missing at the start; its mount point is an empty folder. */
export async function testLostMount(bench: Bench): Promise<void> {
  const { services, dataDir } = bench;
  const { id } = await bench.make.ebook({ wordCount: 10, pageCount: 1 });
  const content = Readable.from([Buffer.from("an EPUB")]);
  const { key, bytes, sha256 } = await services.storage.put(createKey("epub", "epub"), content);
  await bench.sql("update ebooks set storage_key = $2, bytes = $3, sha256 = $4 where book_id = $1", [
    id,
    key,
    bytes,
    sha256,
  ]);
  const before = await bench.count("ebooks");
  const [media, away] = [path.join(dataDir, "media"), path.join(dataDir, "media-away")];
  await rename(media, away);
  await mkdir(media);
  const { baseUrl } = await bench.startServer({}, "both");
  const { cookie } = await bench.signIn({ isEmployee: true });
  const getStatus = async (url: string) => (await fetch(baseUrl + url, { headers: { cookie } })).status;
  const file = `/api/media/stream?mediaType=epub&bookId=${id}`;
  bench.figures(
    ["readiness without the disk", await getStatus("/readyz"), "", "= 503"],
    ["a file without the disk", await getStatus(file), "", "= 503"],
    ["the catalogue without the disk", await getStatus(`/api/books/${id}`), "", "= 200"],
  );
  await deleteOrphans(services);
  bench.figures(
    ["rows deleted", before - (await bench.count("ebooks")), "", "≤ 0"],
    ["files written to the mount point", (await readdir(media)).length, "", "≤ 0"],
  );
  await rm(media, { recursive: true });
  await rename(away, media);
  bench.figures(["readiness when it is back", await getStatus("/readyz"), "", "= 200"]);
}
