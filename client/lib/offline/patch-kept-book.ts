import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { getBookCacheName } from "./kept-caches.ts";

type Fields = Readonly<Record<string, unknown>>;

const newEntry = { progress: "0.0", lastFormat: null, rating: null, proposesFinished: false };
const newReview = { text: "", hasSpoiler: false, hiddenReason: null };

/** Shows a change of the reader's entry or rating after a reload without a connection; null removes the entry. */
export async function patchKeptBook(userId: UserId, bookId: BookId, change: Fields | null): Promise<void> {
  const [name, url] = [getBookCacheName(userId, bookId), `/api/books/${bookId}`];
  const stored = await globalThis.caches?.match(url, { cacheName: name });
  if (!stored) return;
  const book = (await stored.json()) as {
    readonly myEntry: Fields | null;
    readonly myReview?: Fields | null;
  };
  const cache = await caches.open(name);
  await cache.put(
    url,
    new Response(JSON.stringify({ ...book, ...patch(book, change) }), { headers: stored.headers }),
  );
}

function patch(
  { myEntry, myReview }: { myEntry: Fields | null; myReview?: Fields | null },
  change: Fields | null,
) {
  if (change === null) return { myEntry: null };
  const now = new Date().toISOString();
  if ("status" in change)
    return { myEntry: { addedAt: now, updatedAt: now, ...newEntry, ...myEntry, ...change } };
  const rating = change["stars"];
  return { myEntry: myEntry && { ...myEntry, rating }, myReview: { ...newReview, ...myReview, ...change } };
}
