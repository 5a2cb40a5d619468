import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { type Bench, openStore } from "#server/bench/core/bench.ts";
import { waitUntil } from "#server/bench/core/load.ts";
import { deleteOrphans } from "#server/features/book-import/service.ts";
import { storeBook } from "#server/testing/books/stored-book.ts";

const diskBytes = 800e6;

/** The disk of the files and of the database is full. Needs root, to mount a small disk in memory. */
export async function fillDisk(outer: Bench): Promise<void> {
  const folder = outer.makeFolder();
  const mount = ["-t", "tmpfs", "-o", `size=${diskBytes},mode=0700`, "tmpfs", folder];
  if (spawnSync("mount", mount).status !== 0) return outer.note("needs root, to mount a small disk");
  outer.atEnd(() => execFileSync("umount", ["-l", folder]));
  const bench = outer.withStore(await openStore(folder));
  const { call } = await bench.startServer({}, "both");
  const author = await bench.signIn({ isAuthor: true });
  const { id } = await bench.make.ebook({ wordCount: 10, pageCount: 1 });
  const newSet = { title: "Full", files: [{ path: "a.mp3", bytes: 10e6 }] };
  const startUpload = () => call(author, "POST", "/api/upload-sets", newSet);
  const write = async () =>
    (await call(author, "PUT", `/api/user/library/${id}`, { status: "want-to-read" })).status;
  const read = async () => (await call(author, "GET", `/api/books/${id}`)).status;
  bench.note(`before, an upload answers ${(await startUpload()).status}, a write ${await write()}`);

  const filler = path.join(folder, "filler");
  spawnSync("dd", ["if=/dev/zero", `of=${filler}`, "bs=64K"]);
  const refused = await startUpload();
  bench.figures(
    ["upload on a full disk", refused.status, "", "= 507"],
    ["its reply has the error shape", Number(refused.body["code"] === "insufficient_storage"), "", "≥ 1"],
    ["a read on a full disk", await read(), "", "= 200"],
  );
  const large = "create table filler as select repeat('x', 2000) t from generate_series(1, 200000)";
  const answer = await bench.sql(large).then(
    () => "stored",
    (error: { code?: string }) => error.code ?? "failed",
  );
  const status = await write();
  bench.note(`the database answered ${answer} on its full disk, and a write then ${status}`);
  bench.figures(["a write is stored, 507 or 503", Number([200, 503, 507].includes(status)), "", "≥ 1"]);

  await rm(filler);
  const recovers = await waitUntil(async () => (await write()) === 200 && (await read()) === 200);
  const takesUploads = await waitUntil(async () => (await startUpload()).status < 300);
  const media = await readdir(path.join(folder, "media"), { recursive: true });
  bench.figures(
    ["writes and reads recover without a restart", Number(recovers), "", "≥ 1"],
    ["uploads recover without a restart", Number(takesUploads), "", "≥ 1"],
    ["partial files left", media.filter((name) => name.endsWith(".part")).length, "", "≤ 0"],
  );
}

/** The disk of the files is missing at the start; its mount point is an empty folder. */
export async function testLostMount(bench: Bench): Promise<void> {
  const { services, dataDir } = bench;
  const { id } = await storeBook(services);
  const before = await bench.count("ebooks");
  const [media, away] = [path.join(dataDir, "media"), path.join(dataDir, "media-away")];
  await rename(media, away);
  await mkdir(media);
  const { call } = await bench.startServer({}, "both");
  const employee = await bench.signIn({ isEmployee: true });
  const getStatus = async (url: string) => (await call(employee, "GET", url)).status;
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
