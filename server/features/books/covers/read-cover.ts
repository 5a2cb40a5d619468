import { buffer } from "node:stream/consumers";
import type { BookId } from "#shared/books/book.ts";
import type { CoverWidth } from "#shared/books/urls.ts";
import { findBookForCover } from "#server/features/books/stream-queries.ts";
import type { Services } from "#server/services.ts";
import { getCoverKey } from "#server/storage/keys.ts";
import { getGeneratedCoverHash } from "./generate-cover.ts";
import { saveGeneratedCover } from "./store-cover.ts";

/** A book's cover as WebP, generated if needed; null for an unknown book. */
export async function readCover(
  services: Pick<Services, "db" | "storage" | "settings">,
  bookId: BookId,
  width: CoverWidth,
): Promise<Buffer | null> {
  const book = await findBookForCover(services.db, bookId);
  if (!book) return null;
  const hash = book.coverHash || getGeneratedCoverHash(book);
  const key = getCoverKey(bookId, hash, width);
  if ((await services.storage.size(key)) === null) await saveGeneratedCover(services, bookId, hash, book);
  return buffer(await services.storage.read(key));
}
