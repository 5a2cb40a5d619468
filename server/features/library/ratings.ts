import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { getAccess } from "#server/features/books/service.ts";
import { forbidden } from "#server/http/problem.ts";
import type { Services } from "#server/services.ts";
import { deleteRating, isBookOf, lockBook, recountRatings, upsertRating } from "./rating-queries.ts";

/**
 * Rates a book, or changes the rating; the book's average follows at once.
 *
 * @throws {ProblemError} `not_found`; `forbidden` for one's own book and for one that has not appeared yet.
 */
export async function putRating(
  services: Services,
  user: User,
  bookId: BookId,
  given: { stars: number; text?: string | undefined; hasSpoiler?: boolean | undefined },
): Promise<void> {
  const access = await getAccess(services, user, bookId);
  if (access.needs === "release") throw forbidden("This book has not appeared yet.");
  const { db, clock } = services;
  if (await isBookOf(db, user.id, bookId)) throw forbidden("You cannot rate your own book.");
  const rating = { halfStars: given.stars * 2, text: given.text, hasSpoiler: given.hasSpoiler };
  await db.transaction(async (tx) => {
    await lockBook(tx, bookId);
    await upsertRating(tx, user.id, bookId, rating, clock());
    await recountRatings(tx, bookId);
  });
  await services.live.publish(user.id, { topic: "library", id: bookId });
}

/** Takes a rating back; does nothing when there is none. */
export async function removeRating(services: Services, user: User, bookId: BookId): Promise<void> {
  await services.db.transaction(async (tx) => {
    await lockBook(tx, bookId);
    await deleteRating(tx, user.id, bookId);
    await recountRatings(tx, bookId);
  });
  await services.live.publish(user.id, { topic: "library", id: bookId });
}
