import path from "node:path";
import { openBook, writePictureBook } from "#server/bench/catalogue/open-book.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { getResidentMb, getText, size, timed, watchMemory } from "#server/bench/core/load.ts";
import { writeM4b } from "#server/bench/core/m4b.ts";
import { getRange } from "#server/bench/sections/ranges.ts";

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
