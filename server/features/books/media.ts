import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import type { Request, Response } from "express";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { getAccessTo } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { booksStreams } from "#shared/books/contract.ts";
import { getCoverUrl, type JpegShape, maxCoverWidth } from "#shared/books/urls.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { findFileSender } from "#server/http/file-sender.ts";
import { limitDownloads, sendFile } from "#server/http/ranges.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import type { Services } from "#server/services.ts";
import { getArtworkFileKey, getCoverKey } from "#server/storage/keys.ts";
import { getGeneratedCoverHash } from "./covers/generate-cover.ts";
import { createJpegCover } from "./covers/jpeg-cover.ts";
import { saveGeneratedCover } from "./covers/store-cover.ts";
import { saveOriginalDigest } from "./digests/digests.ts";
import { getAccess, toRejection } from "./service.ts";
import { findArtworkKey, findBookForCover, findEpubFile } from "./stream-queries.ts";

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

const maxStreams = 8;

/**
 * Sends a cover, generated at the first request if needed.
 *
 * @param file `<hash>-<width>.webp` or `<hash>-<shape>.jpg`
 * @throws {ProblemError} `not_found` for a hidden book or an outdated cover
 */
export async function getCover(
  context: GuestHttpContext,
  { params: { bookId, file } }: InputOf<typeof booksStreams.getCover>,
): Promise<void> {
  const { req, res, storage } = context;
  const book = await findBookForCover(context.db, bookId);
  if (!book || !getAccessTo(book, context.user).isVisible) throw notFound("cover");
  const [hash = "", size = "", type = ""] = file.split(/[-.]/);
  const shape = type === "jpg" ? (size as JpegShape) : null;
  const key = await getPictureKey(context, book, hash, shape === null ? Number(size) : maxCoverWidth);
  sendAsUpload(res);
  const isPublic = getAccessTo(book, null).isVisible;
  res.setHeader("Cache-Control", `${isPublic ? "public" : "private"}, max-age=31536000, immutable`);
  const jpeg = shape && (await createJpegCover(await buffer(await storage.read(key)), shape));
  const bytes = jpeg ? jpeg.length : ((await storage.size(key)) ?? 0);
  await sendFile(req, res, {
    mediaType: jpeg ? "image/jpeg" : "image/webp",
    bytes,
    etag: `"${hash}-${size}${jpeg ? "-jpeg" : ""}"`,
    allowed: [[0, bytes]],
    sender: null,
    open: async (range) =>
      jpeg ? Readable.from([jpeg.subarray(range.start, range.end + 1)]) : storage.read(key, range),
  });
}

type CoverBook = NonNullable<Awaited<ReturnType<typeof findBookForCover>>>;

/**
 * The stored cover, or a picture of one of the audio files.
 *
 * @throws {ProblemError} `not_found`
 */
async function getPictureKey(
  services: Pick<Services, "db" | "storage" | "settings">,
  book: CoverBook,
  hash: string,
  width: number,
): Promise<string> {
  const { db, storage } = services;
  if (hash === book.coverHash || hash === getGeneratedCoverHash(book)) {
    const key = getCoverKey(book.id, hash, width);
    if ((await storage.size(key)) === null) await saveGeneratedCover(services, book.id, hash, book);
    return key;
  }
  const artworkKey = await findArtworkKey(db, book.id, hash);
  const key = artworkKey && getArtworkFileKey(artworkKey, width);
  if (!key || (await storage.size(key)) === null) throw notFound("cover");
  return key;
}

/**
 * Redirects to a book's cover.
 *
 * @throws {ProblemError} `not_found` for a hidden book
 */
export async function redirectToCover(
  { db }: Pick<Services, "db">,
  user: User | null,
  bookId: BookId,
  { res }: Pick<Exchange, "res">,
): Promise<void> {
  const book = await findBookForCover(db, bookId);
  if (!book || !getAccessTo(book, user).isVisible) throw notFound("book");
  res.setHeader("Cache-Control", "private, no-cache");
  res.setHeader("Location", getCoverUrl(bookId, book.coverHash || getGeneratedCoverHash(book)));
  res.status(302).end();
}

/**
 * Sends the original EPUB.
 *
 * @throws {ProblemError} when downloading is not allowed; `not_found` for a hidden book
 */
export async function sendEpub(
  services: Services,
  user: User | null,
  bookId: BookId,
  { req, res }: Exchange,
): Promise<void> {
  const access = await getAccess(services, user, bookId);
  const file = await findEpubFile(services.db, bookId);
  if (!file || access.needs === "release") throw notFound("book");
  if (!access.canDownload) throw toRejection(user, access);

  if (user) limitDownloads(res, user.id, maxStreams);
  await saveOriginalDigest(services, { ...file, bookId }).catch((error: unknown) =>
    services.log.warn({ err: error, bookId }, "the digest of an EPUB could not be computed"),
  );
  sendAsUpload(res, `${file.title}.epub`);
  res.setHeader("Cache-Control", "private, no-cache");
  await sendFile(req, res, {
    mediaType: "application/epub+zip",
    bytes: file.bytes,
    etag: `"${file.sha256.slice(0, 32)}"`,
    allowed: [[0, file.bytes]],
    sender: await findFileSender(services, file.storageKey),
    open: (range) => services.storage.read(file.storageKey, range),
  });
}
