import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { crc32 } from "node:zlib";
import type { Response } from "express";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import { defaultLimits } from "#shared/epub/limits.ts";
import { readPackage } from "#shared/epub/package/read-opf.ts";
import type { mediaOverlayStreams } from "#shared/media-overlays/contract.ts";
import type { SpokenChapter } from "#server/epub/media-overlay-export/plan-parts.ts";
import {
  type SpokenAudio,
  writeReadAlongEpub,
} from "#server/epub/media-overlay-export/write-media-overlays.ts";
import { type Archive, openArchive } from "#server/epub/zip/archive.ts";
import { writeZip, type ZipEntry } from "#server/epub/zip/zip-writer.ts";
import { getAccess, saveReadAlongDigest, toRejection } from "#server/features/books/service.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { notFound, reason, unavailable, unprocessableFile } from "#server/http/api/problem.ts";
import { limitDownloads } from "#server/http/ranges.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import type { Services } from "#server/services.ts";
import { isMissingFile } from "#server/storage/storage.ts";
import { findEbook, listAudioFiles, listNarrators, listSpokenChapters } from "./export-queries.ts";
import { findOverlay } from "./queries.ts";

const unlimited = { ...defaultLimits, total: Number.POSITIVE_INFINITY, entry: Number.POSITIVE_INFINITY };

const maxConcurrent = 2;

/**
 * Streams the EPUB with media overlays.
 *
 * @throws {ProblemError} an access error without the right to download both formats; `not_found`;
 * `unprocessable_file` with the reason
 */
export async function getReadAlong(
  context: GuestHttpContext,
  { params: { bookId } }: InputOf<typeof mediaOverlayStreams.getReadAlong>,
): Promise<void> {
  const { user, req, res } = context;
  const access = await getAccess(context, user, bookId);
  if (access.needs === "release") throw toRejection(user, access);
  const text = await findEbook(context.db, bookId);
  const rows = text ? await listSpokenChapters(context.db, bookId) : [];
  if (!text || !rows.some(({ source }) => source !== null)) throw notFound("read-along");
  if (!user || !access.canDownload || access.listen !== "whole") throw toRejection(user, access);

  limitDownloads(res, `read-along ${user.id}`, maxConcurrent);
  const archive = await openEpub(context, text.storageKey);
  try {
    const entries = await getEntries(context, bookId, archive, rows);
    sendAsUpload(res, `${text.title}.epub`);
    res.setHeader("Content-Type", "application/epub+zip");
    res.setHeader("Cache-Control", "private, no-cache");
    if (req.method === "HEAD") return void res.end();
    const content = saveReadAlongDigest(
      context,
      { bookId, sha256: text.sha256 },
      writeZip(entries, context.clock()),
    );
    await pipeToResponse(res, Readable.from(content, { objectMode: false }));
  } finally {
    archive.close();
  }
}

async function openEpub({ storage }: Pick<Services, "storage">, storageKey: string): Promise<Archive> {
  const file = await storage.openFile(storageKey).catch((error: unknown) => {
    throw isMissingFile(error) ? unavailable("book_file_unavailable") : error;
  });
  return openArchive(file, unlimited);
}

async function getEntries(
  services: Services,
  bookId: BookId,
  archive: Archive,
  rows: Awaited<ReturnType<typeof listSpokenChapters>>,
): Promise<AsyncIterable<ZipEntry>> {
  const files = await listAudioFiles(services.db, bookId);
  const indexById = new Map(files.map(({ id }, index) => [id, index]));
  const overlay = await findOverlay(services.db, bookId);
  // The publisher's classes apply only to the publisher's narration.
  const isPublisherOverlay = rows.some(({ source }) => source === "overlay");
  return writeReadAlongEpub({
    archive,
    book: await readPackage(archive, unlimited),
    chapters: rows.map((row) => toSpoken(row, indexById.get(row.fileId) ?? 0)),
    audioFiles: files.map((file) => toSpokenAudio(services, file)),
    narrators: await listNarrators(services.db, bookId),
    activeClass: isPublisherOverlay ? (overlay?.activeClass ?? "") : "",
    playbackActiveClass: isPublisherOverlay ? (overlay?.playbackActiveClass ?? "") : "",
    modifiedAt: services.clock(),
  });
}

type SpokenRow = Awaited<ReturnType<typeof listSpokenChapters>>[number];

export function toSpoken(row: SpokenRow, audio: number): SpokenChapter {
  const { chapterNumber, start, end, sentences, firstSentence, lastSentence, marks } = row;
  return {
    chapterNumber,
    audio,
    start,
    end,
    sentences: sentences ?? [],
    marks: marks ?? [],
    span: firstSentence && lastSentence ? [firstSentence, lastSentence] : null,
  };
}

const extensionsByFormat: Readonly<Record<string, string>> = {
  "audio/mpeg mp3": "mp3",
  "audio/mp4 aac": "m4a",
  "audio/ogg opus": "opus",
};

type AudioRow = Awaited<ReturnType<typeof listAudioFiles>>[number];

/** @throws {ProblemError} `unprocessable_file` for audio formats that EPUB does not allow */
function toSpokenAudio({ storage }: Pick<Services, "storage">, file: AudioRow): SpokenAudio {
  const extension = extensionsByFormat[`${file.mediaType} ${file.codec}`];
  if (extension === undefined) {
    throw unprocessableFile(reason("epub_audio_format", { format: file.codec || file.mediaType }));
  }
  const mediaType = extension === "opus" ? "audio/ogg; codecs=opus" : file.mediaType;
  return {
    mediaType,
    extension,
    async entry(path) {
      let sum = 0;
      for await (const piece of await storage.read(file.storageKey)) sum = crc32(piece as Buffer, sum);
      return {
        path,
        method: 0,
        crc32: sum,
        bytes: file.bytes,
        compressedBytes: file.bytes,
        async *content() {
          yield* await storage.read(file.storageKey);
        },
      };
    },
  };
}

async function pipeToResponse(res: Response, content: Readable): Promise<void> {
  try {
    await pipeline(content, res);
  } catch (error) {
    if ((error as { code?: unknown }).code !== "ERR_STREAM_PREMATURE_CLOSE") throw error;
  }
}
