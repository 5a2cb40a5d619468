import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import { BookId } from "#shared/books/book.ts";
import {
  type Contact,
  getBookCacheName,
  readBookId,
  readContact,
  recordUrl,
} from "#client/lib/offline/kept-caches.ts";

/** A book on this device, as stored in its cache. */
const KeptRecord = z.object({
  bookId: BookId,
  title: z.string(),
  author: z.string(),
  coverImageUrl: z.string(),
  hasText: z.boolean(),
  hasAudio: z.boolean(),
  /** Of all files. */
  bytes: z.int(),
  /** Of the files that are stored. */
  storedBytes: z.int(),
  state: z.enum(["downloading", "paused", "failed", "complete"]),
  /** Changes with the files of the book. */
  version: z.string(),
});
export type KeptRecord = z.infer<typeof KeptRecord>;

export interface KeptBook extends KeptRecord, Contact {}

/** The books of an account on this device, by title. */
export async function readKeptBooks(userId: UserId): Promise<KeptBook[]> {
  const names = (await caches.keys()).filter((name) => readBookId(userId, name));
  const records = await Promise.all(names.map((cacheName) => readRecord(cacheName)));
  return records.flatMap((record) => record ?? []).sort((a, b) => a.title.localeCompare(b.title));
}

export const findKeptBook = (userId: UserId, bookId: BookId): Promise<KeptBook | null> =>
  readRecord(getBookCacheName(userId, bookId));

async function readRecord(cacheName: string): Promise<KeptBook | null> {
  const stored = await caches.match(recordUrl, { cacheName });
  const record = stored && KeptRecord.safeParse(await stored.json()).data;
  const contact = await readContact(cacheName);
  return record && contact ? { ...record, ...contact } : null;
}

export async function writeKeptBook(
  cache: Cache,
  { contactAt: _, isLocked: __, ...record }: KeptBook,
): Promise<void> {
  await cache.put(recordUrl, Response.json(record));
}
