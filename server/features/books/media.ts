import type { Request, Response } from "express";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { getAccessTo } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { booksStreams } from "#shared/books/contract.ts";
import { getCoverUrl } from "#shared/books/urls.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { getAccelKey, limitDownloads, sendFile } from "#server/http/ranges.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import type { Services } from "#server/services.ts";
import { getCoverKey } from "#server/storage/keys.ts";
import { getGeneratedCoverHash } from "./covers/generate-cover.ts";
import { saveGeneratedCover } from "./covers/store-cover.ts";
import { getAccess, toRejection } from "./service.ts";
import { findBookForCover, findEpubFile } from "./stream-queries.ts";

interface Exchange {
  readonly req: Request;
  readonly res: Response;
}

const maxStreams = 8;

/**
 * Sends a cover, generated at the first request if needed.
 *
 * @param file `<hash>-<width>.webp`
 * @throws {ProblemError} `not_found` for a hidden book or an outdated cover
 */
export async function getCover(
  context: GuestHttpContext,
  { params: { bookId, file } }: InputOf<typeof booksStreams.getCover>,
): Promise<void> {
  const { req, res } = context;
  const book = await findBookForCover(context.db, bookId);
  if (!book || !getAccessTo(book, context.user).isVisible) throw notFound("cover");
  const [hash = "", width = ""] = file.replace(".webp", "").split("-");
  if (hash !== book.coverHash && hash !== getGeneratedCoverHash(book)) throw notFound("cover");

  const { storage } = context;
  const key = getCoverKey(bookId, hash, Number(width));
  if ((await storage.size(key)) === null) await saveGeneratedCover(context, bookId, hash, book);
  sendAsUpload(res);
  const isPublic = getAccessTo(book, null).isVisible;
  res.setHeader("Cache-Control", `${isPublic ? "public" : "private"}, max-age=31536000, immutable`);
  const bytes = (await storage.size(key)) ?? 0;
  await sendFile(req, res, {
    mediaType: "image/webp",
    bytes,
    etag: `"${hash}-${width}"`,
    allowed: [[0, bytes]],
    accelKey: null,
    open: (range) => storage.read(key, range),
  });
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
  sendAsUpload(res, `${file.title}.epub`);
  res.setHeader("Cache-Control", "private, no-cache");
  await sendFile(req, res, {
    mediaType: "application/epub+zip",
    bytes: file.bytes,
    etag: `"${file.sha256.slice(0, 32)}"`,
    allowed: [[0, file.bytes]],
    accelKey: await getAccelKey(services, file.storageKey),
    open: (range) => services.storage.read(file.storageKey, range),
  });
}
