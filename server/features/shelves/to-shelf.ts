import type { Viewer } from "#shared/books/access-policy.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Shelf } from "#shared/shelves/contract.ts";
import { listVisibleBooks } from "#server/features/books/service.ts";
import type { Services } from "#server/services.ts";

/** Replaces the ids of the first books by their covers. */
export async function toShelves<Row extends { readonly coverIds: readonly BookId[] }>(
  services: Pick<Services, "db">,
  viewer: Viewer,
  rows: readonly Row[],
): Promise<(Omit<Row, "coverIds"> & Pick<Shelf, "covers">)[]> {
  const ids = [...new Set(rows.flatMap(({ coverIds }) => coverIds))];
  const books = new Map((await listVisibleBooks(services, viewer, ids)).map((book) => [book.id, book]));
  return rows.map(({ coverIds, ...row }) => ({
    ...row,
    covers: coverIds.flatMap((bookId) => {
      const book = books.get(bookId);
      return book ? [{ id: book.id, title: book.title, coverImageUrl: book.coverImageUrl }] : [];
    }),
  }));
}
