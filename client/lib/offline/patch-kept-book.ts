import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { getBookCacheName } from "./kept-caches.ts";

type Fields = Readonly<Record<string, unknown>>;

/** The part of a waiting change that shows in the book. */
interface BookChange {
  readonly kind: string;
  readonly bookId?: BookId;
  readonly at: string;
  readonly body?: unknown;
}

interface OwnFields {
  readonly myEntry: Fields | null;
  readonly myReview?: Fields | null;
}

const newEntry = { progress: "0.0", lastFormat: null, rating: null, proposesFinished: false };
const newReview = { text: "", hasSpoiler: false, hiddenReason: null };

/**
 * Shows a change of the reader's entry or rating after a reload without a connection.
 *
 * @returns false for a book that is not kept, or shows it already
 */
export async function patchKeptBook(userId: UserId, change: BookChange): Promise<boolean> {
  const { bookId } = change;
  if (!bookId) return false;
  const [name, url] = [getBookCacheName(userId, bookId), `/api/books/${bookId}`];
  const stored = await globalThis.caches?.match(url, { cacheName: name });
  if (!stored) return false;
  const text = await stored.text();
  const book = JSON.parse(text) as OwnFields;
  const patched = JSON.stringify({ ...book, ...patch(book, change) });
  if (patched === text) return false;
  const cache = await caches.open(name);
  await cache.put(url, new Response(patched, { headers: stored.headers }));
  return true;
}

function patch({ myEntry, myReview }: OwnFields, { kind, at, body }: BookChange): Partial<OwnFields> {
  const fields = body as Fields;
  if (kind === "removal") return { myEntry: null };
  if (kind === "status") {
    return { myEntry: { addedAt: at, updatedAt: at, ...newEntry, ...myEntry, status: fields["status"] } };
  }
  const isRemoved = kind === "rating-removal";
  return {
    myEntry: myEntry && { ...myEntry, rating: isRemoved ? null : fields["stars"] },
    myReview: isRemoved ? null : { ...newReview, ...myReview, ...fields },
  };
}
