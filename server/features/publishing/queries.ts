import { and, asc, desc, eq, inArray, lt, sql } from "drizzle-orm";
import type { Reason } from "#shared/api/problem.ts";
import type { BookId } from "#shared/books/book.ts";
import { type BookField, type BookFields, bookFields } from "#shared/publishing/publishing-book.ts";
import type { Database } from "#server/db/client.ts";
import { creditedName } from "#server/db/credited-name.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { bookChanges, books, series } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { audioFiles, chapters, ebooks } from "#server/db/schema/books/formats.ts";
import { bookGenres, bookTropes, genres, tropes } from "#server/db/schema/books/genres.ts";
import { glossaryVersions } from "#server/db/schema/publishing/glossaries.ts";
import { releaseAlerts } from "#server/db/schema/reading/library.ts";
import {
  findOrAddSeries,
  insertCredits,
  insertGenres,
  insertTropes,
} from "#server/features/book-import/service.ts";

export type BookRow = typeof books.$inferSelect;

const listFields = ["credits", "genres", "tropes", "series"] as const satisfies readonly BookField[];
type Column = Exclude<BookField, (typeof listFields)[number]>;
/** The fields that are columns of `books`. */
const columns = bookFields.filter((name): name is Column => !listFields.some((field) => field === name));

/** A book with its lists; null when there is none. With `lock` until the end of the transaction. */
export async function findEditedBook(db: Database, bookId: BookId, lock = false): Promise<EditedBook | null> {
  const [row] = await listEdited(db, [bookId], lock);
  return row ?? null;
}

export interface EditedBook {
  readonly row: BookRow;
  readonly fields: BookFields;
}

/** Books with their lists, by id. With `lock` until the end of the transaction. */
export async function listEdited(
  db: Database,
  bookIds: readonly BookId[],
  lock = false,
): Promise<EditedBook[]> {
  const found = db
    .select()
    .from(books)
    .where(inArray(books.id, [...bookIds]))
    .orderBy(asc(books.id));
  const rows = lock ? await found.for("update") : await found;
  const seriesIds = rows.flatMap(({ seriesId }) => seriesId ?? []);
  const inSeries = seriesIds.length
    ? await db.select({ id: series.id, name: series.name }).from(series).where(inArray(series.id, seriesIds))
    : [];
  const [credits, genreNames, tropeNames] = [
    await listCredits(db, bookIds),
    await listGenreNames(db, bookIds),
    await listTropeNames(db, bookIds),
  ];
  return rows.map((row) => {
    const filterByBook = <T extends { readonly bookId: BookId }>(list: readonly T[]) =>
      list.filter(({ bookId }) => bookId === row.id);
    const bookSeries = inSeries.find(({ id }) => id === row.seriesId);
    const fields: BookFields = {
      ...(Object.fromEntries(columns.map((name) => [name, row[name]])) as Pick<BookRow, Column>),
      credits: filterByBook(credits).map(({ name, role }) => ({ name, role })),
      genres: filterByBook(genreNames).map(({ name }) => name),
      tropes: filterByBook(tropeNames).map(({ name }) => name),
      series: bookSeries ? { name: bookSeries.name, position: row.seriesPosition } : null,
    };
    return { row, fields };
  });
}

function listCredits(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({ bookId: bookContributors.bookId, name: creditedName, role: bookContributors.role })
    .from(bookContributors)
    .innerJoin(contributors, eq(contributors.id, bookContributors.contributorId))
    .where(inArray(bookContributors.bookId, [...bookIds]))
    .orderBy(asc(bookContributors.position), asc(contributors.name));
}

function listGenreNames(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({ bookId: bookGenres.bookId, name: genres.name })
    .from(bookGenres)
    .innerJoin(genres, eq(genres.id, bookGenres.genreId))
    .where(inArray(bookGenres.bookId, [...bookIds]))
    .orderBy(asc(bookGenres.position), asc(genres.name));
}

function listTropeNames(db: Database, bookIds: readonly BookId[]) {
  return db
    .select({ bookId: bookTropes.bookId, name: tropes.name })
    .from(bookTropes)
    .innerJoin(tropes, eq(tropes.id, bookTropes.tropeId))
    .where(inArray(bookTropes.bookId, [...bookIds]))
    .orderBy(asc(tropes.name));
}

/** Versions before 1.0 stored sentences, which are left out. */
const knownWarnings = sql<
  readonly Reason[]
>`jsonb_path_query_array(${ebooks.warnings}, '$[*] ? (@.type() == "object")')`;

/** What the checks and the form need of a book. */
export async function findBookContent(db: Database, { id, ownerId }: BookRow) {
  const [text] = await db
    .select({ ...pick(ebooks, "toc", "brokenLinks"), warnings: knownWarnings })
    .from(ebooks)
    .where(eq(ebooks.bookId, id));
  const parts = await db
    .select({ number: chapters.chapterNumber, title: chapters.title })
    .from(chapters)
    .where(eq(chapters.bookId, id))
    .orderBy(asc(chapters.chapterNumber))
    .limit(5_000);
  const audio = await db
    .select(pick(audioFiles, "fileName", "measurement", "warnings"))
    .from(audioFiles)
    .where(eq(audioFiles.bookId, id))
    .orderBy(asc(audioFiles.position))
    .limit(5_000);
  const [owner] = ownerId
    ? await db
        .select({ firstName: users.firstName, lastName: users.lastName, username: users.username })
        .from(users)
        .where(eq(users.id, ownerId))
    : [];
  const watchers = await db.$count(releaseAlerts, eq(releaseAlerts.bookId, id));
  return { text: text ?? null, parts, audio, owner: owner ?? null, watchers };
}

export type BookContent = Awaited<ReturnType<typeof findBookContent>>;

/**
 * Published books that may be the same: by files, ISBN, or title and author. Drafts of others stay unknown.
 */
export async function findDuplicates(
  db: Database,
  { id, sourceHash, isbns, normalizedTitle, author, originalId, revisionOf }: BookRow,
): Promise<{ title: string; isSameFile: boolean; isSameIsbn: boolean }[]> {
  return db
    .select({
      title: books.title,
      isSameFile: sql<boolean>`coalesce(${books.sourceHash} = ${sourceHash}, false)`,
      isSameIsbn: sql<boolean>`${books.isbns} && ${toTextArray(isbns)}`,
    })
    .from(books)
    .where(
      // A union, because each condition has its own index.
      sql`${books.state} in ('published', 'scheduled') and ${books.id} <> ${id}
        and ${books.id} is distinct from ${originalId} and ${books.id} is distinct from ${revisionOf}
        and ${books.id} in (
          select id from books where source_hash = ${sourceHash}
          union all select id from books where isbns && ${toTextArray(isbns)}
          union all select id from books
          where normalized_title = ${normalizedTitle} and lower(author) = lower(${author}) and state = 'published'
          union all select id from books
          where normalized_title = ${normalizedTitle} and lower(author) = lower(${author}) and state = 'scheduled')`,
    )
    .limit(3);
}

const toTextArray = (values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;

/** Writes the same changed fields and the next version of each book. */
export async function writeFields(
  tx: Database,
  bookIds: readonly BookId[],
  changes: Partial<BookFields>,
  now: Date,
): Promise<void> {
  const { credits, genres: genreNames, tropes: tropeNames, series: inSeries, ...columnChanges } = changes;
  await tx
    .update(books)
    .set({
      ...columnChanges,
      ...(inSeries !== undefined && {
        seriesId: inSeries ? await findOrAddSeries(tx, inSeries.name) : null,
        seriesPosition: inSeries?.position ?? null,
      }),
      version: sql`${books.version} + 1`,
      updatedAt: now,
    })
    .where(inArray(books.id, [...bookIds]));
  for (const bookId of bookIds) {
    await writeLists(tx, bookId, { credits, genreNames, tropeNames });
  }
}

interface Lists {
  readonly credits: BookFields["credits"] | undefined;
  readonly genreNames: readonly string[] | undefined;
  readonly tropeNames: readonly string[] | undefined;
}

async function writeLists(
  tx: Database,
  bookId: BookId,
  { credits, genreNames, tropeNames }: Lists,
): Promise<void> {
  if (credits) {
    await tx.delete(bookContributors).where(eq(bookContributors.bookId, bookId));
    await insertCredits(tx, bookId, credits);
  }
  if (genreNames) {
    await tx.delete(bookGenres).where(eq(bookGenres.bookId, bookId));
    await insertGenres(tx, bookId, genreNames);
  }
  if (tropeNames) {
    await tx.delete(bookTropes).where(eq(bookTropes.bookId, bookId));
    await insertTropes(tx, bookId, tropeNames);
  }
}

export type NewChange = typeof bookChanges.$inferInsert;

export async function insertChanges(tx: Database, rows: readonly NewChange[]): Promise<void> {
  if (rows.length > 0) await tx.insert(bookChanges).values([...rows]);
}

/** @returns the id of the change */
export async function insertChange(tx: Database, row: NewChange): Promise<number> {
  const { id } = expectOneRow(await tx.insert(bookChanges).values(row).returning(pick(bookChanges, "id")));
  return id;
}

/** Newest first. */
export function listChangeRows(db: Database, bookId: BookId, before: number | null, limit: number) {
  return db
    .select({
      ...pick(bookChanges, "id", "field", "before", "after", "at"),
      firstName: users.firstName,
      lastName: users.lastName,
      /** The glossary before the change is stored. */
      hasGlossary: sql<boolean>`${glossaryVersions.changeId} is not null`,
    })
    .from(bookChanges)
    .leftJoin(glossaryVersions, eq(glossaryVersions.changeId, bookChanges.id))
    .leftJoin(users, eq(users.id, bookChanges.actorId))
    .where(and(eq(bookChanges.bookId, bookId), before === null ? undefined : lt(bookChanges.id, before)))
    .orderBy(desc(bookChanges.id))
    .limit(limit);
}

export async function findChange(db: Database, bookId: BookId, id: number) {
  const [row] = await db
    .select({ field: bookChanges.field, before: bookChanges.before })
    .from(bookChanges)
    .where(and(eq(bookChanges.bookId, bookId), eq(bookChanges.id, id)));
  return row ?? null;
}

export async function setState(
  tx: Database,
  bookId: BookId,
  change: Partial<
    Pick<BookRow, "state" | "stateReason" | "stateChangedBy" | "releaseAt" | "createdAt" | "updatedAt">
  >,
): Promise<void> {
  await tx
    .update(books)
    .set({ ...change, version: sql`${books.version} + 1` })
    .where(eq(books.id, bookId));
}

export async function setCoverHash(
  tx: Database,
  bookId: BookId,
  coverHash: string,
  now: Date,
): Promise<void> {
  await tx
    .update(books)
    .set({ coverHash, updatedAt: now, version: sql`${books.version} + 1` })
    .where(eq(books.id, bookId));
}

export async function deleteBook(tx: Database, bookId: BookId): Promise<void> {
  await tx.delete(books).where(eq(books.id, bookId));
}

export async function listGenreKeys(db: Database): Promise<string[]> {
  return (await db.select({ name: genres.name }).from(genres).limit(5_000)).map(({ name }) => name);
}
