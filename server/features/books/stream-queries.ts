import { and, eq, like, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { books } from "#server/db/schema/books/books.ts";
import { audioFiles, ebooks } from "#server/db/schema/books/formats.ts";
import { bookGenres, genres } from "#server/db/schema/books/genres.ts";
import { accessColumns } from "./access-queries.ts";

const firstGenre = sql<
  string | null
>`(select g.name from ${bookGenres} bg join ${genres} g on g.id = bg.genre_id
  where bg.book_id = books.id order by bg.position limit 1)`;

/** Null when there is no such book. */
export async function findBookForCover(db: Database, bookId: BookId) {
  const [row] = await db
    .select({
      ...accessColumns,
      ...pick(books, "title", "author", "coverHash"),
      genre: firstGenre,
    })
    .from(books)
    .where(eq(books.id, bookId));
  return row ?? null;
}

/** The artwork key of a picture of the book's audio files; null for none. */
export async function findArtworkKey(db: Database, bookId: BookId, hash: string): Promise<string | null> {
  const [row] = await db
    .select(pick(audioFiles, "artworkKey"))
    .from(audioFiles)
    .where(and(eq(audioFiles.bookId, bookId), like(audioFiles.artworkKey, `%/${hash}`)))
    .limit(1);
  return row?.artworkKey ?? null;
}

/** The EPUB file of a book; null for none. */
export async function findEpubFile(db: Database, bookId: BookId) {
  const [row] = await db
    .select({
      ...accessColumns,
      title: books.title,
      ...pick(ebooks, "storageKey", "bytes", "sha256"),
    })
    .from(books)
    .innerJoin(ebooks, eq(ebooks.bookId, books.id))
    .where(eq(books.id, bookId));
  return row ?? null;
}
