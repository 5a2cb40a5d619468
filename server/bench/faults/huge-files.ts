import { copyFile, mkdir, open, rm } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import path from "node:path";
import { openBook } from "#server/bench/catalogue/open-book.ts";
import { query } from "#server/bench/catalogue/query.ts";
import { timed } from "#server/bench/load.ts";
import { getResidentMb } from "#server/bench/memory.ts";
import type { Bench, Report } from "#server/bench/section.ts";
import { importFolder } from "#server/features/book-import/service.ts";
import { writeSmallEpub } from "#server/testing/books/small-epub.ts";
import { createFactories } from "#server/testing/factories.ts";
import { getFixturePath } from "#server/testing/fixtures/fixture.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";

const audioBytes = 4_400_000_000;
const pictureBytes = 1_000_000;
const pictureCount = 480;
const chapterCount = 3_000;
const offsets = [2 ** 31 - 8, 2 ** 32 - 8];
const marker = "Maktaba marks 16";

/** R18: an M4B of 4.4 GB, an EPUB of 480 MB and a book with 3,000 chapters. */
export async function serveHugeFiles(report: Report, bench: Bench): Promise<void> {
  const reader = await createFactories(bench.services).user({ isEmployee: true });
  const cookie = await createSessionCookie(bench.services, reader);
  const folder = path.join(bench.dataDir, "fault-huge");
  try {
    const { growthMb, seconds } = await importHuge(report, bench, folder);
    report.metric("R18: memory growth of the import", growthMb, "MB", { max: 100 });
    report.note(`R18: both files were imported in ${seconds.toFixed(0)} s`);
    const server = await bench.startServer({ DEMO: "off" });
    await fetch(`${server.baseUrl}/api/books`);
    const before = getResidentMb(server.pid);
    const { rows } = await query(
      bench,
      `select f.book_id, f.id from audio_files f where f.bytes = ${audioBytes}`,
    );
    const url = `${server.baseUrl}/media/${rows[0]?.["book_id"]}/${rows[0]?.["id"]}`;
    for (const offset of offsets) {
      const reply = await getRange(url, cookie, offset, offset + marker.length - 1);
      const isRight = reply.status === 206 && reply.body === marker;
      report.metric(`R18: the range at byte ${offset} is right`, Number(isRight), "", { min: 1 });
    }
    const first = await getRange(url, cookie, audioBytes - 65_536, audioBytes - 1);
    report.metric("R18: first byte of audio", first.firstByteMs, "ms", { max: 300 });
    const { rows: epubs } = await query(bench, "select book_id from ebooks order by bytes desc limit 1");
    const opening = await timed(() => openBook(server, cookie, String(epubs[0]?.["book_id"])));
    report.metric("R18: first page of an EPUB of 480 MB", opening, "ms", { max: 1_000 });
    const { id } = await createFactories(bench.services).audiobook({ chapters: chapterCount });
    const chapters = await timed(async () => {
      const reply = await fetch(`${server.baseUrl}/api/books/${id}`, { headers: { cookie } });
      if (!reply.ok) throw new Error(`The book with ${chapterCount} chapters: ${reply.status}`);
      await reply.arrayBuffer();
    });
    report.metric("R18: a book with 3,000 chapters", chapters, "ms", { max: 1_000 });
    report.metric("R18: memory growth of the server", getResidentMb(server.pid) - before, "MB", { max: 100 });
    await server.stop();
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function importHuge(report: Report, bench: Bench, folder: string) {
  report.step("writing huge files");
  await mkdir(folder, { recursive: true });
  await writeHugeM4b(path.join(folder, "huge.m4b"));
  const picture = Buffer.alloc(pictureBytes, 0xff);
  picture.write("\xff\xd8\xff\xe0", "latin1");
  const chapters = Array.from({ length: 20 }, (_, n) => `<p>Page ${n}.</p><img src="p${n}.jpg" alt=""/>`);
  const pictures = Array.from({ length: pictureCount }, (_, n) => {
    const own = Buffer.from(picture);
    own.writeUInt32BE(n, 100);
    return own;
  });
  await writeSmallEpub(path.join(folder, "huge.epub"), { title: "Huge", chapters, pictures });
  pictures.length = 0;

  report.step("importing huge files");
  globalThis.gc?.();
  const { settings, ...services } = bench.services;
  const limits = { ...settings, uploadLimits: { ...settings.uploadLimits, audio: 5e9 } };
  const before = getResidentMb(process.pid);
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, getResidentMb(process.pid));
  }, 100);
  const rejected: string[] = [];
  const seconds =
    (await timed(() =>
      importFolder(
        { ...services, settings: limits },
        folder,
        {},
        { onRejected: (name, reason) => rejected.push(`${name}: ${reason}`) },
      ),
    )) / 1_000;
  clearInterval(watch);
  if (rejected.length > 0) throw new Error(rejected.join("; "));
  return { growthMb: peak - before, seconds };
}

/** A small M4B with a sparse `free` box of 4.4 GB and marks at some offsets. */
async function writeHugeM4b(file: string): Promise<void> {
  await copyFile(getFixturePath("audio/front-moov.m4b"), file);
  const handle = await open(file, "r+");
  try {
    const { size } = await handle.stat();
    const box = Buffer.alloc(16);
    box.writeUInt32BE(1);
    box.write("free", 4, "latin1");
    box.writeBigUInt64BE(BigInt(audioBytes - size), 8);
    await handle.write(box, 0, box.length, size);
    await handle.truncate(audioBytes);
    for (const offset of offsets) await handle.write(marker, offset);
  } finally {
    await handle.close();
  }
}

async function getRange(url: string, cookie: string, start: number, end: number) {
  const startedAt = performance.now();
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    get(url, { headers: { cookie, range: `bytes=${start}-${end}` } }, resolve).on("error", reject);
  });
  let firstByteMs = 0;
  const chunks: Buffer[] = [];
  for await (const chunk of reply) {
    if (chunks.length === 0) firstByteMs = performance.now() - startedAt;
    chunks.push(chunk as Buffer);
  }
  return { status: reply.statusCode, body: Buffer.concat(chunks).toString("latin1"), firstByteMs };
}
