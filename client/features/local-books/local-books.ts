import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import { BookId } from "#shared/books/book.ts";
import { Ebook } from "#shared/reader/contract.ts";
import { openKeptBooks } from "#client/lib/offline/kept-account.ts";
import { canKeepBooks } from "#client/lib/offline/kept-shares.ts";
import { getLocalCacheName } from "#client/lib/offline/local-files.ts";
import { createId } from "#client/lib/uuid.ts";
import { LocalBookReader } from "./engine/local-book-reader.ts";
import { deleteLocalPosition } from "./local-position.ts";

/** A book that is on this device only, as listed. */
export interface LocalBook {
  readonly bookId: BookId;
  readonly title: string;
  readonly author: string;
  readonly bytes: number;
}

const LocalRecord = z.object({
  bookId: BookId,
  title: z.string(),
  author: z.string(),
  bytes: z.int(),
  /** Of the version of the app that added the book. */
  ebook: z.unknown(),
});
type LocalRecord = z.infer<typeof LocalRecord>;

/** An open file; close the reader when it is no longer shown. */
export interface OpenLocalBook {
  readonly ebook: Ebook;
  readonly reader: LocalBookReader;
}

/** Books of guests and of browsers without storage; they last as long as the tab. */
const temporaryBooks = new Map<BookId, { readonly ebook: Ebook; readonly file: Blob }>();

const recordPath = "/local/record/";
const getRecordUrl = (bookId: BookId) => recordPath + bookId;
const getFileUrl = (bookId: BookId) => `/local/file/${bookId}`;

/**
 * Reads a file and keeps it on this device, for an account; without one in this tab.
 *
 * @returns the book, which may have been there before
 * @throws {UnreadableEpubError}
 * @throws {DOMException} `QuotaExceededError`
 */
export async function addLocalBook(userId: UserId | null, file: File): Promise<BookId> {
  const reader = new LocalBookReader(file);
  try {
    const outline = await reader.readOutline();
    const title = outline.title || file.name.replace(/\.epub$/i, "");
    const bookId = BookId.parse(createId());
    const ebook: Ebook = { ...outline, bookId, title };
    if (userId !== null && canKeepBooks()) return await storeBook(userId, ebook, file);
    temporaryBooks.set(bookId, { ebook, file });
    return bookId;
  } finally {
    reader.close();
  }
}

async function storeBook(userId: UserId, ebook: Ebook, file: Blob): Promise<BookId> {
  const { bookId, title, author } = ebook;
  const record: LocalRecord = { bookId, title, author, bytes: file.size, ebook };
  const cache = await caches.open(getLocalCacheName(userId));
  const existing = (await listRecords(userId)).find((each) => isSameBook(each, record));
  if (existing) return existing.bookId;
  try {
    await cache.put(getFileUrl(bookId), new Response(file));
    await cache.put(getRecordUrl(bookId), Response.json(record));
  } catch (error) {
    await cache.delete(getFileUrl(bookId));
    throw error;
  }
  await openKeptBooks(userId);
  return bookId;
}

const isSameBook = (a: LocalRecord, b: LocalRecord): boolean =>
  a.bytes === b.bytes && a.title === b.title && a.author === b.author;

/** The books of an account that are on this device only, by title. */
export async function listLocalBooks(userId: UserId): Promise<LocalBook[]> {
  const records = await listRecords(userId);
  return records
    .map(({ bookId, title, author, bytes }) => ({ bookId, title, author, bytes }))
    .sort((a, b) => a.title.localeCompare(b.title));
}

async function listRecords(userId: UserId): Promise<LocalRecord[]> {
  const name = getLocalCacheName(userId);
  if (!(await caches.has(name))) return [];
  const cache = await caches.open(name);
  const urls = (await cache.keys()).filter(({ url }) => new URL(url).pathname.startsWith(recordPath));
  const records = await Promise.all(urls.map((url) => readRecord(cache, url)));
  return records.flatMap((record) => record ?? []);
}

async function readRecord(cache: Cache, url: string | Request): Promise<LocalRecord | null> {
  const stored = await cache.match(url);
  return (stored && LocalRecord.safeParse(await stored.json()).data) ?? null;
}

/** Null for a book that is not on this device, or is another account's. */
export async function openLocalBook(userId: UserId | null, bookId: BookId): Promise<OpenLocalBook | null> {
  const temporary = temporaryBooks.get(bookId);
  if (temporary) return { ebook: temporary.ebook, reader: new LocalBookReader(temporary.file) };
  if (userId === null || !canKeepBooks()) return null;
  const name = getLocalCacheName(userId);
  if (!(await caches.has(name))) return null;
  const cache = await caches.open(name);
  const [record, file] = [
    await readRecord(cache, getRecordUrl(bookId)),
    await cache.match(getFileUrl(bookId)),
  ];
  if (!record || !file) return null;
  const reader = new LocalBookReader(await file.blob());
  const { title } = record;
  // A newer version of the app may need more of the book than was stored with it.
  const ebook = Ebook.safeParse(record.ebook).data ?? { ...(await reader.readOutline()), bookId, title };
  return { ebook, reader };
}

export async function removeLocalBook(userId: UserId, bookId: BookId): Promise<void> {
  const cache = await caches.open(getLocalCacheName(userId));
  await cache.delete(getRecordUrl(bookId));
  await cache.delete(getFileUrl(bookId));
  deleteLocalPosition(bookId);
}
