import { createWriteStream } from "node:fs";
import { mkdir, readdir, statfs } from "node:fs/promises";
import path from "node:path";
import { pipeline } from "node:stream/promises";
import { defaultLimits } from "#server/epub/limits.ts";
import { openArchive } from "#server/epub/zip/archive.ts";
import { ProblemError, unprocessableFile } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { getMinFreeBytes } from "#server/storage/local.ts";
import { isAudio, isCover, isEpub } from "./find-books.ts";
import type { FoundBook } from "./found-book.ts";
import { compareNaturally } from "./natural-order.ts";

const isZip = (name: string) => /\.zip$/i.test(name);
const isImage = (name: string) => /\.(jpe?g|png|webp)$/i.test(name);

/**
 * All files of a folder as one book. Manifests (`maktaba.json`) are ignored: they could set more than an
 * author may.
 *
 * @throws {ProblemError} `unprocessable_file` without a book, or for an archive beyond the limits
 */
export async function findUploadedBook(
  folder: string,
  title: string,
  limits: Services["settings"]["uploadLimits"],
): Promise<FoundBook> {
  for (const zip of (await listFiles(folder)).filter(isZip)) {
    await unpackAudio(zip, path.join(path.dirname(zip), `${path.basename(zip)}.unpacked`), limits.audio);
  }
  const files = await listFiles(folder);
  const [epub = null, ...otherEpubs] = files.filter(isEpub);
  const audio = files.filter(isAudio);
  if (otherEpubs.length > 0) throw unprocessableFile("upload_several_epubs");
  if (!epub && audio.length === 0) throw unprocessableFile("upload_without_book");
  const images = files.filter(isImage);
  const cover = images.find((file) => isCover(path.basename(file))) ?? images[0] ?? null;
  return { name: title, title, epub, audio, cover, sidecar: null, sync: null };
}

async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true, recursive: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .sort(compareNaturally);
}

/** @throws {ProblemError} `insufficient_storage` */
async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, blocks, bsize } = await statfs(folder);
  if (bavail * bsize - bytes < getMinFreeBytes(blocks * bsize)) {
    throw new ProblemError("insufficient_storage", "disk_full");
  }
}

async function unpackAudio(zip: string, target: string, max: number): Promise<void> {
  const archive = await openArchive(zip, { ...defaultLimits, total: max, entry: max });
  try {
    const bytes = [...archive.entries.values()].reduce((sum, entry) => sum + entry.bytes, 0);
    await requireSpace(path.dirname(zip), bytes);
    for (const entry of archive.entries.values()) {
      const isSystemFile = /(^|\/)(__MACOSX\/|\.)/.test(entry.path);
      if (isSystemFile || !(isAudio(entry.path) || isImage(entry.path))) continue;
      const file = path.join(target, entry.path);
      await mkdir(path.dirname(file), { recursive: true });
      await pipeline(await archive.stream(entry), createWriteStream(file, { flags: "wx" }));
    }
  } finally {
    archive.close();
  }
}
