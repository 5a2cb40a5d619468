import { and, asc, eq, gt, inArray, isNull, like, type SQL, sql } from "drizzle-orm";
import type { BookId } from "#shared/books/book.ts";
import type { SubjectState } from "#shared/subjects/contract.ts";
import type { Database } from "#server/db/client.ts";
import { escapeLike } from "#server/db/escape-like.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { pick } from "#server/db/pick.ts";
import { bookGenres, genreFormerNames, genres } from "#server/db/schema/books/genres.ts";
import { bookSubjects, subjects } from "#server/db/schema/books/subjects.ts";

type NewSubject = Pick<typeof subjects.$inferInsert, "name" | "normalizedName">;

/** Adds unknown subjects, sorted so that concurrent imports do not block each other. */
export async function saveSubjects(tx: Database, rows: readonly NewSubject[]) {
  const sorted = [...rows].sort((a, b) => (a.normalizedName < b.normalizedName ? -1 : 1));
  await tx.insert(subjects).values(sorted).onConflictDoNothing();
  return tx
    .select()
    .from(subjects)
    .where(
      inArray(
        subjects.normalizedName,
        rows.map(({ normalizedName }) => normalizedName),
      ),
    );
}

export async function insertBookSubjects(
  tx: Database,
  bookId: BookId,
  subjectIds: readonly string[],
): Promise<void> {
  const rows = subjectIds.map((subjectId, position) => ({ bookId, subjectId, position }));
  await tx.insert(bookSubjects).values(rows).onConflictDoNothing();
}

/** Current and former names, with the genre that has them. */
export async function listGenreNames(db: Database): Promise<{ id: string; name: string }[]> {
  const former = await db
    .select({ id: genreFormerNames.genreId, name: genreFormerNames.name })
    .from(genreFormerNames)
    .orderBy(asc(genreFormerNames.name))
    .limit(5_000);
  const current = await db
    .select({ id: genres.id, name: genres.name })
    .from(genres)
    .orderBy(asc(genres.name))
    .limit(5_000);
  return [...former, ...current];
}

export async function addGenre(tx: Database, name: string): Promise<string> {
  const position = sql`(select coalesce(max(position), 0) + 1 from ${genres})`;
  await tx.insert(genres).values({ name, position }).onConflictDoNothing();
  return expectOneRow(await tx.select({ id: genres.id }).from(genres).where(eq(genres.name, name))).id;
}

export async function updateSubject(
  tx: Database,
  id: string,
  change: Pick<typeof subjects.$inferInsert, "genreId" | "isIgnored">,
): Promise<void> {
  await tx.update(subjects).set(change).where(eq(subjects.id, id));
}

/** Adds genres after those that the book has. */
export async function addBookGenres(
  tx: Database,
  bookIds: readonly BookId[],
  genreIds: readonly string[],
): Promise<void> {
  for (const genreId of genreIds) {
    if (bookIds.length === 0) return;
    await tx
      .insert(bookGenres)
      .values(
        bookIds.map((bookId) => ({
          bookId,
          genreId,
          position: sql`(select coalesce(max(g.position) + 1, 0) from ${bookGenres} g where g.book_id = ${bookId})`,
        })),
      )
      .onConflictDoNothing();
  }
}

/** Books with a subject and fewer than `max` genres. */
export async function listBooksOfSubject(db: Database, subjectId: string, max: number): Promise<BookId[]> {
  const rows = await db
    .select({ bookId: bookSubjects.bookId })
    .from(bookSubjects)
    .where(
      and(
        eq(bookSubjects.subjectId, subjectId),
        sql`(select count(*) from ${bookGenres} g where g.book_id = ${bookSubjects.bookId}) < ${max}`,
      ),
    );
  return rows.map(({ bookId }) => bookId);
}

export async function lockSubject(tx: Database, id: string): Promise<{ id: string; name: string } | null> {
  const [row] = await tx
    .select({ id: subjects.id, name: subjects.name })
    .from(subjects)
    .where(eq(subjects.id, id))
    .for("update");
  return row ?? null;
}

const bookCount = sql<number>`(select count(*)::int from ${bookSubjects} where ${bookSubjects.subjectId} = ${subjects.id})`;
const hasBooks = sql`exists (select from ${bookSubjects} where ${bookSubjects.subjectId} = ${subjects.id})`;

const conditions: Readonly<Record<SubjectState, SQL | undefined>> = {
  waiting: and(isNull(subjects.genreId), eq(subjects.isIgnored, false), hasBooks),
  assigned: sql`${subjects.genreId} is not null`,
  ignored: and(isNull(subjects.genreId), eq(subjects.isIgnored, true)),
};

const columns = {
  ...pick(subjects, "id", "name", "normalizedName", "isIgnored"),
  genreId: genres.id,
  genreName: genres.name,
  bookCount,
};

export type SubjectRow = Awaited<ReturnType<typeof listSubjectRows>>[number];

/** @param search normalized */
export function listSubjectRows(
  db: Database,
  state: SubjectState,
  search: string,
  after: string | null,
  limit: number,
) {
  return db
    .select(columns)
    .from(subjects)
    .leftJoin(genres, eq(genres.id, subjects.genreId))
    .where(
      and(
        conditions[state],
        search === "" ? undefined : like(subjects.normalizedName, `%${escapeLike(search)}%`),
        after === null ? undefined : gt(subjects.normalizedName, after),
      ),
    )
    .orderBy(asc(subjects.normalizedName))
    .limit(limit);
}

export async function findSubjectRow(db: Database, id: string): Promise<SubjectRow | null> {
  const [row] = await db
    .select(columns)
    .from(subjects)
    .leftJoin(genres, eq(genres.id, subjects.genreId))
    .where(eq(subjects.id, id));
  return row ?? null;
}

export const countWaiting = (db: Database): Promise<number> => db.$count(subjects, conditions.waiting);
