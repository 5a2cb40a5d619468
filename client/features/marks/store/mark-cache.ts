import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { SavedMark } from "#shared/marks/contract.ts";
import { createKeyValueStore } from "#client/lib/indexed-db.ts";
import { cacheName } from "./unsent-marks.ts";

/** The marks of a book as the server sent them last, for reading without a connection. */
const CachedMarks = z.object({
  marks: z.array(SavedMark),
  /** The version after which the server has newer ones. */
  version: z.int(),
  /** The content version of the text. */
  textVersion: z.string(),
});
export type CachedMarks = z.infer<typeof CachedMarks>;

const cache = createKeyValueStore(cacheName, "marks");

const getKey = (userId: UserId, bookId: BookId) => `${userId}/${bookId}`;

export async function readMarkCache(userId: UserId, bookId: BookId): Promise<CachedMarks | null> {
  const stored = await cache.get(getKey(userId, bookId));
  return CachedMarks.safeParse(stored).data ?? null;
}

export const writeMarkCache = (userId: UserId, bookId: BookId, cached: CachedMarks): Promise<void> =>
  cache.set(getKey(userId, bookId), z.encode(CachedMarks, cached));
