import { and, asc, eq, gt, isNull, type SQL, sql } from "drizzle-orm";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { ImportedBookId } from "#shared/shelf-import/contract.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { books, series } from "#server/db/schema/books/books.ts";
import { reviews } from "#server/db/schema/books/reviews.ts";
import { libraryEntries as entries } from "#server/db/schema/reading/library.ts";
import { importedBooks } from "#server/db/schema/reading/shelf-imports.ts";
import { filterVisible } from "#server/features/books/service.ts";

/** The names of a book's contributors of one role, in their order. */
const listNames = (role: "author" | "narrator"): SQL<string[]> =>
  sql`array(select c.name from book_contributors bc join contributors c on c.id = bc.contributor_id
    where bc.book_id = ${books.id} and bc.role = ${role} order by bc.position, c.name)`;

const listShelves = (userId: UserId): SQL<{ name: string; position: number }[]> =>
  sql`coalesce((select json_agg(json_build_object('name', s.name, 'position', ranked.position) order by lower(s.name), s.id)
    from shelves s join lateral (
      select sb.book_id, row_number() over (order by sb.position, sb.book_id) as position
      from shelf_books sb where sb.shelf_id = s.id) ranked on ranked.book_id = ${books.id}
    where s.user_id = ${userId}
      and exists (select 1 from shelf_books own where own.shelf_id = s.id and own.book_id = ${books.id})), '[]')`;

/** Books of the library and of the user's shelves, by id, without hidden ones. */
export function listExportedBooks(
  db: Database,
  user: User,
  page: { readonly after: BookId | null; readonly limit: number },
) {
  const isOwn = sql`${books.id} in (select book_id from library_entries where user_id = ${user.id}
    union select sb.book_id from shelf_books sb join shelves s on s.id = sb.shelf_id where s.user_id = ${user.id})`;
  return db
    .select({
      ...pick(books, "id", "title", "isbns", "publisher", "publishedYear", "pageCount", "duration"),
      ...pick(books, "language", "hasEbook", "hasAudiobook", "seriesPosition"),
      series: series.name,
      authors: listNames("author"),
      narrators: listNames("narrator"),
      ...pick(entries, "status", "addedAt", "startedAt", "finishedAt"),
      ...pick(reviews, "halfStars", "text", "hasSpoiler"),
      shelves: listShelves(user.id),
    })
    .from(books)
    .leftJoin(series, eq(series.id, books.seriesId))
    .leftJoin(entries, and(eq(entries.bookId, books.id), eq(entries.userId, user.id)))
    .leftJoin(reviews, and(eq(reviews.bookId, books.id), eq(reviews.userId, user.id)))
    .where(and(isOwn, filterVisible(user), page.after ? gt(books.id, page.after) : undefined))
    .orderBy(asc(books.id))
    .limit(page.limit);
}

export type ExportedBook = Awaited<ReturnType<typeof listExportedBooks>>[number];

/** Imported books that this library does not have, by id. */
export function listExportedImports(
  db: Database,
  userId: UserId,
  page: { readonly after: ImportedBookId | null; readonly limit: number },
) {
  return db
    .select(pick(importedBooks, "id", "title", "author", "status", "stars", "finishedOn", "storedAt"))
    .from(importedBooks)
    .where(
      and(
        eq(importedBooks.userId, userId),
        isNull(importedBooks.bookId),
        page.after ? gt(importedBooks.id, page.after) : undefined,
      ),
    )
    .orderBy(asc(importedBooks.id))
    .limit(page.limit);
}

export type ExportedImport = Awaited<ReturnType<typeof listExportedImports>>[number];
