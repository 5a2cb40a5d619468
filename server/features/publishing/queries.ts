import { and, asc, desc, eq, inArray, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { BookField, BookFields, BookListQuery, NameKind } from "#shared/publishing/contract.ts";
import type { Database } from "#server/db/client.ts";
import { creditedName } from "#server/db/credited-name.ts";
import { users } from "#server/db/schema/accounts.ts";
import { bookChanges, books, series } from "#server/db/schema/books.ts";
import { bookContributors, contributors } from "#server/db/schema/contributors.ts";
import { audioFiles, chapters, ebooks } from "#server/db/schema/formats.ts";
import { bookGenres, bookTropes, genres, tropes } from "#server/db/schema/genres.ts";
import { releaseAlertsDue } from "#server/db/schema/library.ts";
import { addCredits, addGenres, addTropes, findOrAddSeries } from "#server/features/book-import/service.ts";

export type BookRow = typeof books.$inferSelect;

/** A book with its lists; null when there is none. With `lock` until the end of the transaction. */
export async function findEdited(db: Database, bookId: BookId, lock = false): Promise<EditedBook | null> {
  const [found] = await listEdited(db, [bookId], lock);
  return found ?? null;
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
    const own = <T extends { readonly bookId: BookId }>(list: readonly T[]) =>
      list.filter(({ bookId }) => bookId === row.id);
    const inOne = inSeries.find(({ id }) => id === row.seriesId);
    const fields: BookFields = {
      title: row.title,
      subtitle: row.subtitle,
      description: row.description,
      language: row.language,
      direction: row.direction,
      credits: own(credits).map(({ name, role }) => ({ name, role })),
      genres: own(genreNames).map(({ name }) => name),
      tropes: own(tropeNames).map(({ name }) => name),
      series: inOne ? { name: inOne.name, position: row.seriesPosition } : null,
      isbns: row.isbns,
      publisher: row.publisher,
      publishedYear: row.publishedYear,
      licence: row.licence,
      provenance: row.provenance,
      isFree: row.isFree,
      allowsDownload: row.allowsDownload,
      allowsNarration: row.allowsNarration,
      isFeatured: row.isFeatured,
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

/** Facts for the checks and the form. */
export async function findFacts(db: Database, { id, ownerId }: BookRow) {
  const [text] = await db
    .select({ toc: ebooks.toc, warnings: ebooks.warnings, brokenLinks: ebooks.brokenLinks })
    .from(ebooks)
    .where(eq(ebooks.bookId, id));
  const parts = await db
    .select({ number: chapters.chapterNumber, title: chapters.title })
    .from(chapters)
    .where(eq(chapters.bookId, id))
    .orderBy(asc(chapters.chapterNumber))
    .limit(5_000);
  const audio = await db
    .select({ fileName: audioFiles.fileName, measurement: audioFiles.measurement })
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
  const watchers = await db.$count(releaseAlertsDue, eq(releaseAlertsDue.bookId, id));
  return { text: text ?? null, parts, audio, owner: owner ?? null, watchers };
}

export type BookFacts = Awaited<ReturnType<typeof findFacts>>;

/** Published books that may be the same: by files, ISBN, or title and author. Drafts of others stay unknown. */
export async function findDuplicates(
  db: Database,
  { id, sourceHash, isbns, normalizedTitle, author, originalId, revisionOf }: BookRow,
): Promise<{ title: string; isSameFile: boolean; isSameIsbn: boolean }[]> {
  return db
    .select({
      title: books.title,
      isSameFile: sql<boolean>`coalesce(${books.sourceHash} = ${sourceHash}, false)`,
      isSameIsbn: sql<boolean>`${books.isbns} && ${textArray(isbns)}`,
    })
    .from(books)
    .where(
      sql`${books.state} in ('published', 'scheduled') and ${books.id} <> ${id}
        and ${books.id} is distinct from ${originalId} and ${books.id} is distinct from ${revisionOf}
        and (${books.sourceHash} = ${sourceHash} or ${books.isbns} && ${textArray(isbns)}
          or (${books.normalizedTitle} = ${normalizedTitle} and lower(${books.author}) = lower(${author})))`,
    )
    .limit(3);
}

const textArray = (values: readonly string[]) =>
  sql`array[${sql.join(
    values.map((value) => sql`${value}`),
    sql`, `,
  )}]::text[]`;

type Column = Exclude<BookField, "credits" | "genres" | "tropes" | "series">;

/** Writes the same changed fields and the next version of each book. */
export async function writeFields(
  tx: Database,
  bookIds: readonly BookId[],
  changes: Partial<BookFields>,
  now: Date,
): Promise<void> {
  const { credits, genres: genreNames, tropes: tropeNames, series: inSeries, ...columns } = changes;
  const plain: Partial<Pick<BookFields, Column>> = columns;
  await tx
    .update(books)
    .set({
      ...plain,
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
    await addCredits(tx, bookId, credits);
  }
  if (genreNames) {
    await tx.delete(bookGenres).where(eq(bookGenres.bookId, bookId));
    await addGenres(tx, bookId, genreNames);
  }
  if (tropeNames) {
    await tx.delete(bookTropes).where(eq(bookTropes.bookId, bookId));
    await addTropes(tx, bookId, tropeNames);
  }
}

export type NewChange = typeof bookChanges.$inferInsert;

export async function addChanges(tx: Database, rows: readonly NewChange[]): Promise<void> {
  if (rows.length > 0) await tx.insert(bookChanges).values([...rows]);
}

/** Newest first. */
export function listChangeRows(db: Database, bookId: BookId, before: number | null, limit: number) {
  return db
    .select({
      id: bookChanges.id,
      field: bookChanges.field,
      before: bookChanges.before,
      after: bookChanges.after,
      at: bookChanges.at,
      firstName: users.firstName,
      lastName: users.lastName,
    })
    .from(bookChanges)
    .leftJoin(users, eq(users.id, bookChanges.actorId))
    .where(and(eq(bookChanges.bookId, bookId), before === null ? undefined : lt(bookChanges.id, before)))
    .orderBy(desc(bookChanges.id))
    .limit(limit);
}

export async function findChange(db: Database, bookId: BookId, id: number) {
  const [found] = await db
    .select({ field: bookChanges.field, before: bookChanges.before })
    .from(bookChanges)
    .where(and(eq(bookChanges.bookId, bookId), eq(bookChanges.id, id)));
  return found ?? null;
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

export interface ListedAfter {
  readonly value: string;
  readonly id: BookId;
}

const sorts = {
  updatedAt: { value: sql`${books.updatedAt}`, type: sql`timestamptz` },
  createdAt: { value: sql`${books.createdAt}`, type: sql`timestamptz` },
  title: { value: sql`${books.normalizedTitle}`, type: sql`text` },
  popularity: { value: sql`${books.popularity}`, type: sql`integer` },
} as const;

const maxCounted = 10_000;

export interface ListScope {
  /** Only the books of this account; null for all. */
  readonly ownerId: UserId | null;
  /** A tsquery of the search; null without one. */
  readonly searched: string | null;
}

/** A page of books for authors or staff, with the number of all, counted to 10,000. */
export async function listBookRows(
  db: Database,
  query: BookListQuery,
  scope: ListScope,
  after: ListedAfter | null,
  limit: number,
) {
  const { sortBy = "updatedAt", sortOrder = sortBy === "title" ? "asc" : "desc" } = query;
  const { value, type } = sorts[sortBy];
  const direction = sql.raw(sortOrder);
  const beyond = sql.raw(sortOrder === "asc" ? ">" : "<");
  const where = bookConditions(query, scope);
  const continues = after
    ? sql`(${value}, ${books.id}) ${beyond} (cast(${after.value} as ${type}), ${after.id}::uuid)`
    : undefined;
  const rows = await db
    .select({
      id: books.id,
      title: books.title,
      author: books.author,
      state: books.state,
      stateReason: books.stateReason,
      language: books.language,
      genre: books.genre,
      isFree: books.isFree,
      isFeatured: books.isFeatured,
      hasEbook: books.hasEbook,
      hasAudiobook: books.hasAudiobook,
      coverHash: books.coverHash,
      ownerFirstName: users.firstName,
      ownerLastName: users.lastName,
      isRevision: sql<boolean>`${books.revisionOf} is not null`,
      createdAt: books.createdAt,
      updatedAt: books.updatedAt,
      releaseAt: books.releaseAt,
      sortValue: sql<string>`cast(${value} as text)`,
    })
    .from(books)
    .leftJoin(users, eq(users.id, books.ownerId))
    .where(and(where, continues))
    .orderBy(sql`${value} ${direction}, ${books.id} ${direction}`)
    .limit(limit);
  const { rows: counted } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from (select from ${books} where ${where ?? sql`true`} limit ${sql.raw(String(maxCounted))}) counted`,
  );
  return { rows, total: counted[0]?.total ?? 0 };
}

/** The condition of a list; undefined for all books. */
export function bookConditions(query: BookListQuery, { ownerId, searched }: ListScope): SQL | undefined {
  const { state, format, language, genre, isFree, isFeatured, owner } = query;
  const formats = {
    ebook: sql`${books.hasEbook} and not ${books.hasAudiobook}`,
    audiobook: sql`${books.hasAudiobook} and not ${books.hasEbook}`,
    both: sql`${books.hasEbook} and ${books.hasAudiobook}`,
  };
  return and(
    // Revisions are listed for review only.
    state === "in-review" ? undefined : isNull(books.revisionOf),
    ownerId ? eq(books.ownerId, ownerId) : undefined,
    searched === null ? undefined : sql`${books.searchVector} @@ ${searched}::tsquery`,
    state ? eq(books.state, state) : undefined,
    format ? formats[format] : undefined,
    language ? eq(books.language, language) : undefined,
    genre
      ? sql`exists (select from ${bookGenres} join ${genres} on ${genres.id} = ${bookGenres.genreId}
          where ${bookGenres.bookId} = ${books.id} and ${genres.name} = ${genre})`
      : undefined,
    isFree === undefined ? undefined : eq(books.isFree, isFree),
    isFeatured === undefined ? undefined : eq(books.isFeatured, isFeatured),
    owner === "site"
      ? isNull(books.ownerId)
      : owner === "authors"
        ? sql`${books.ownerId} is not null`
        : undefined,
  );
}

const maxNames = 12;

/**
 * Names that contain a normalized text, those that begin with it first.
 *
 * @param ownerId for an author: names from the drafts of others stay unknown; null for staff
 */
export async function findNames(
  db: Database,
  kind: NameKind,
  normalized: string,
  ownerId: UserId | null,
): Promise<string[]> {
  const tables = {
    contributor: {
      name: contributors.name,
      key: sql`${contributors.normalizedName}`,
      table: contributors,
      used: sql`select from ${bookContributors} join ${books} on ${books.id} = ${bookContributors.bookId}
        where ${bookContributors.contributorId} = ${contributors.id}`,
    },
    series: {
      name: series.name,
      key: sql`${series.normalizedName}`,
      table: series,
      used: sql`select from ${books} where ${books.seriesId} = ${series.id}`,
    },
    genre: { name: genres.name, key: sql`lower(${genres.name})`, table: genres, used: null },
    trope: {
      name: tropes.name,
      key: sql`lower(${tropes.name})`,
      table: tropes,
      used: sql`select from ${bookTropes} join ${books} on ${books.id} = ${bookTropes.bookId}
        where ${bookTropes.tropeId} = ${tropes.id}`,
    },
  } as const;
  const { name, key, table, used } = tables[kind];
  const pattern = normalized.replace(/[\\%_]/g, "\\$&");
  const isKnown = sql`(${books.state} in ('published', 'scheduled') or ${books.ownerId} = ${ownerId})`;
  const rows = await db
    .select({ name })
    .from(table)
    .where(
      and(
        normalized === "" ? undefined : sql`${key} like ${`%${pattern}%`}`,
        ownerId && used ? sql`exists (${used} and ${isKnown})` : undefined,
      ),
    )
    .orderBy(sql`${key} like ${`${pattern}%`} desc, ${name}`)
    .limit(maxNames);
  return rows.map((row) => row.name);
}
