import type { BookDetail } from "#shared/books/contract.ts";
import { Rating } from "#client/features/library/rating.tsx";
import { useUser } from "#client/lib/session.ts";
import { say } from "#client/lib/words.ts";

/** A signed-in reader's own stars for a book that is more than coming. */
export function MyOpinion({ book }: { readonly book: BookDetail }) {
  if (!useUser()) return null;
  return (
    <div className="mb-5 flex flex-wrap items-center gap-x-4">
      <p className="font-medium">{say("book.yourRating")}</p>
      <Rating bookId={book.id} title={book.title} rating={book.myEntry?.rating ?? null} />
    </div>
  );
}
