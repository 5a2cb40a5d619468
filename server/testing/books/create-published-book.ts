import type { ContributorRole } from "#shared/books/book.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { books, series } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { bookGenres, genres } from "#server/db/schema/books/genres.ts";
import { indexBook } from "#server/features/books/service.ts";
import type { Services } from "#server/services.ts";

type BookRow = typeof books.$inferSelect;

export interface NewPublishedBook extends Partial<Omit<BookRow, "author" | "genre">> {
  readonly title: string;
  readonly authors?: readonly string[];
  readonly narrators?: readonly string[];
  readonly genres?: readonly string[];
  readonly series?: string;
}

/** Creates a published book with its people and genres, and indexes it for search. */
export async function createPublishedBook(
  { db }: Pick<Services, "db">,
  input: NewPublishedBook,
): Promise<BookRow> {
  const { authors = [], narrators = [], genres: genreNames = [], series: seriesName, ...row } = input;
  const seriesId = seriesName === undefined ? null : await saveSeries(db, seriesName);
  const book = expectOneRow(
    await db
      .insert(books)
      .values({ state: "published", seriesId, ...row })
      .returning(),
  );
  const people: [string, ContributorRole][] = [
    ...authors.map((name): [string, ContributorRole] => [name, "author"]),
    ...narrators.map((name): [string, ContributorRole] => [name, "narrator"]),
  ];
  for (const [position, [name, role]] of people.entries()) {
    const contributorId = await saveContributor(db, name);
    await db.insert(bookContributors).values({ bookId: book.id, contributorId, role, position });
  }
  for (const [position, name] of genreNames.entries()) {
    await db.insert(bookGenres).values({ bookId: book.id, genreId: await saveGenre(db, name), position });
  }
  await indexBook(db, book.id);
  return book;
}

async function saveContributor(db: Services["db"], name: string) {
  const stored = await db
    .insert(contributors)
    .values({ name, normalizedName: normalizeSearchText(name) })
    .onConflictDoUpdate({ target: contributors.normalizedName, set: { name } })
    .returning();
  return expectOneRow(stored).id;
}

async function saveSeries(db: Services["db"], name: string) {
  const stored = await db
    .insert(series)
    .values({ name, normalizedName: normalizeSearchText(name) })
    .onConflictDoUpdate({ target: series.normalizedName, set: { name } })
    .returning();
  return expectOneRow(stored).id;
}

async function saveGenre(db: Services["db"], name: string) {
  const stored = await db
    .insert(genres)
    .values({ name })
    .onConflictDoUpdate({ target: genres.name, set: { name } })
    .returning();
  return expectOneRow(stored).id;
}
