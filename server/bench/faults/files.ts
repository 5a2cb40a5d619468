import { execFileSync, spawnSync } from "node:child_process";
import { mkdir, readdir, rename, rm } from "node:fs/promises";
import path from "node:path";
import { backup } from "#server/backup/backup.ts";
import { verifyBackup } from "#server/backup/read-backup.ts";
import { assertEmptyTarget, restore } from "#server/backup/restore.ts";
import { openBook, writePictureBook } from "#server/bench/catalogue/open-book.ts";
import { type Bench, openStore } from "#server/bench/core/bench.ts";
import { getResidentMb, getText, size, timed, waitUntil, watchMemory } from "#server/bench/core/load.ts";
import { writeM4b } from "#server/bench/core/m4b.ts";
import { startWriting } from "#server/bench/sections/positions.ts";
import { getRange } from "#server/bench/sections/ranges.ts";
import { openDatabase } from "#server/db/client.ts";
import { checkStoredFiles, deleteOrphans } from "#server/features/book-import/service.ts";
import { projectRoot } from "#server/project-root.ts";
import { LocalStorage } from "#server/storage/local.ts";
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

const audioBytes = 4_400_000_000;
const pictureBytes = 1_000_000;
const pictureCount = size(480, 20);
const chapterCount = size(3_000, 300);
const marks = { offsets: [2 ** 31 - 8, 2 ** 32 - 8], text: "Maktaba marks 16" };

/** An M4B of 4.4 GB, an EPUB of 480 MB and a book with 3,000 chapters. */
export async function serveHugeFiles(bench: Bench): Promise<void> {
  const { cookie } = await bench.signIn({ isEmployee: true });
  await importHuge(bench);
  const { baseUrl, pid } = await bench.startServer();
  await getText(`${baseUrl}/api/books`);
  const before = getResidentMb(pid);
  const file = await bench.get("select book_id || '/' || id from audio_files where bytes = $1", [audioBytes]);
  const url = `${baseUrl}/media/${file}`;
  for (const offset of marks.offsets) {
    const { content } = await getRange(url, `${offset}-${offset + marks.text.length - 1}`, cookie);
    const isRight = content.toString("latin1") === marks.text;
    bench.figures([`the range at byte ${offset} is right`, Number(isRight), "", "≥ 1"]);
  }
  const last = await getRange(url, `${audioBytes - 65_536}-${audioBytes - 1}`, cookie);
  const epub = await bench.get("select book_id from ebooks");
  const opening = await timed(() => openBook(baseUrl, cookie, epub));
  const { id } = await bench.make.audiobook({ chapters: chapterCount });
  const chapters = await timed(() => getText(`${baseUrl}/api/books/${id}`, cookie));
  bench.figures(
    ["first byte of audio", last.firstByteMs, "ms", "≤ 300"],
    ["first page of an EPUB of 480 MB", opening, "ms", "≤ 1000"],
    ["a book with 3,000 chapters", chapters, "ms", "≤ 1000"],
    ["memory growth of the server", getResidentMb(pid) - before, "MB", "≤ 100"],
  );
}

async function importHuge(bench: Bench): Promise<void> {
  bench.step("writing huge files");
  const folder = bench.makeFolder();
  await writeM4b(path.join(folder, "huge.m4b"), audioBytes, marks);
  const pictures = Array.from({ length: pictureCount }, (_, n) => {
    const picture = Buffer.alloc(pictureBytes, 0xff);
    picture.write("\xff\xd8\xff\xe0", "latin1");
    picture.writeUInt32BE(n, 100);
    return picture;
  });
  await writePictureBook(path.join(folder, "huge.epub"), "Huge", pictures);
  pictures.length = 0;

  bench.step("importing huge files");
  globalThis.gc?.();
  const { settings } = bench.services;
  const uploadLimits = { ...settings.uploadLimits, audio: 5e9 };
  const services = { ...bench.services, settings: { ...settings, uploadLimits } };
  const stop = watchMemory();
  const seconds = await bench.importFolder(folder, services);
  bench.figures(["memory growth of the import", stop().growth, "MB", "≤ 100"]);
  bench.note(`both files were imported in ${seconds.toFixed(0)} s`);
}

const writersDuringBackup = 20;

/** A backup while readers write, restored elsewhere and compared with its manifest. */
export async function testBackup(bench: Bench): Promise<void> {
  const folder = bench.makeFolder();
  const { baseUrl } = await bench.startServer();
  bench.step("importing the demo library");
  await bench.importFolder(path.join(projectRoot, "server", "demo", "library"));
  const bookId = await bench.get("select book_id from audio_files limit 1");
  const writing = startWriting(baseUrl, await bench.signInMany(writersDuringBackup), [bookId]);
  const file = path.join(folder, "backup.tar");
  await backup(bench.services, bench.databaseUrl, file);
  const acknowledged = await writing.stop();

  await bench.sql("create database restored template template0");
  const url = new URL(bench.databaseUrl);
  url.pathname = "/restored";
  const storage = new LocalStorage(path.join(folder, "media"));
  await assertEmptyTarget(storage, url.href);
  await restore(storage, url.href, file, await verifyBackup(file));
  const db = openDatabase(url.href);
  const { missing, altered, untracked } = await checkStoredFiles({ db, storage }, { readsContent: true });
  await db.$client.end();
  const wrong = missing.length + altered.length + untracked.length;
  bench.figures(
    ["events written meanwhile", acknowledged.length, "events", "≥ 1"],
    ["missing, altered or untracked files", wrong, "", "≤ 0"],
  );
}
