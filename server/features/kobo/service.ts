import sharp from "sharp";
import type { InputOf, ReplyOf } from "#shared/api/contract.ts";
import { BookId } from "#shared/books/book.ts";
import { maxCoverWidth } from "#shared/books/urls.ts";
import type { koboContract, koboStreams } from "#shared/kobo/contract.ts";
import { getAccess, readCover } from "#server/features/books/service.ts";
import type { HttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { findFileSender } from "#server/http/file-sender.ts";
import { limitDownloads, sendFile } from "#server/http/ranges.ts";
import { sendAsUpload } from "#server/http/security/security-headers.ts";
import { createMetadata, getBookVersion } from "./entitlement.ts";
import { getLibraryBook, getTokenId } from "./library-book.ts";
import { findDeviceBook, findLibraryBook, saveDeviceBooks } from "./queries.ts";
import { createReadingState } from "./reading-state.ts";
import { getKoboUrl } from "./resources.ts";

type Any = ReplyOf<typeof koboContract.removeKoboBook>;
type BookInput = InputOf<typeof koboContract.getKoboState>;

export async function getKoboMetadata(
  context: HttpContext,
  { params: { token, bookId } }: BookInput,
): Promise<ReplyOf<typeof koboContract.getKoboMetadata>> {
  return [createMetadata(await getLibraryBook(context, bookId), getKoboUrl(context, token))];
}

export async function getKoboState(
  context: HttpContext,
  { params: { bookId } }: BookInput,
): Promise<ReplyOf<typeof koboContract.getKoboState>> {
  const book = await getLibraryBook(context, bookId);
  const row = await findDeviceBook(context.db, getTokenId(context), bookId);
  return [await createReadingState(context, book, row)];
}

/** A book deleted on the device stays in the library, and is not sent to that device again. */
export async function removeKoboBook(context: HttpContext, { params: { bookId } }: BookInput): Promise<Any> {
  const { db, user, res } = context;
  const tokenId = getTokenId(context);
  const book = await findLibraryBook(db, user, bookId);
  if (book) {
    const row = await findDeviceBook(db, tokenId, bookId);
    const unknown = { batch: 0, isRemoved: false, positionAt: null, location: null, eventId: null };
    const version = getBookVersion(book);
    await saveDeviceBooks(db, [{ ...unknown, version, ...row, tokenId, bookId, isArchived: true }]);
  }
  res.status(204).end();
  return {};
}

const maxDownloads = 8;

/** @throws {ProblemError} `not_found` for a book that is not in the library, or may not be downloaded */
export async function getKoboEpub(context: HttpContext, { params: { bookId } }: BookInput): Promise<void> {
  const { req, res, user, storage } = context;
  const { title, bytes, sha256, storageKey } = await getLibraryBook(context, bookId);
  limitDownloads(res, user.id, maxDownloads);
  sendAsUpload(res, `${title}.epub`);
  res.setHeader("Cache-Control", "private, no-cache");
  await sendFile(req, res, {
    mediaType: "application/epub+zip",
    bytes,
    etag: `"${sha256.slice(0, 32)}"`,
    allowed: [[0, bytes]],
    sender: await findFileSender(context, storageKey),
    open: (range) => storage.read(storageKey, range),
  });
}

const maxHeight = 960;

/** @throws {ProblemError} `not_found` */
export async function getKoboCover(
  context: HttpContext,
  { params }: InputOf<typeof koboStreams.getKoboCover>,
): Promise<void> {
  const { res } = context;
  const bookId = BookId.safeParse(params.image.slice(0, 36)).data;
  if (!bookId) throw notFound("cover");
  await getAccess(context, context.user, bookId);
  const cover = await readCover(context, bookId, maxCoverWidth);
  if (!cover) throw notFound("cover");
  const height = Math.min(maxHeight, Math.max(1, Number.parseInt(params.height, 10) || maxHeight));
  const jpeg = await sharp(cover).resize({ height }).jpeg({ quality: 85 }).toBuffer();
  res.setHeader("Content-Type", "image/jpeg");
  res.setHeader("Cache-Control", "private, max-age=86400");
  res.end(jpeg);
}
