import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId, ContributorId } from "#shared/books/book.ts";
import type { ManagedGenre, ManagedTrope } from "#shared/staff/catalogue.ts";
import { maxCounted } from "#shared/staff/max-counted.ts";
import type { Database } from "#server/db/client.ts";
import { escapeLike } from "#server/db/escape-like.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { bookGenres, bookTropes, genreFormerNames, genres, tropes } from "#server/db/schema/books/genres.ts";
import { communities } from "#server/db/schema/community/communities.ts";
import { challenges } from "#server/db/schema/reading/challenges.ts";

/** With the number of their books, counted to {@link maxCounted}. */
export function listGenreRows(db: Database): Promise<ManagedGenre[]> {
  return db
    .select({
      ...pick(genres, "id", "name", "description", "icon"),
      bookCount: sql<number>`(select count(*)::int from (
        select from ${bookGenres} where ${bookGenres.genreId} = ${genres.id} limit ${sql.raw(String(maxCounted))}) counted)`,
    })
    .from(genres)
    .orderBy(asc(genres.position), asc(genres.name))
    .limit(500);
}

/** With the number of their books, counted to {@link maxCounted}. */
export function listTropeRows(db: Database): Promise<ManagedTrope[]> {
  return db
    .select({
      id: tropes.id,
      name: tropes.name,
      bookCount: sql<number>`(select count(*)::int from (
        select from ${bookTropes} where ${bookTropes.tropeId} = ${tropes.id} limit ${sql.raw(String(maxCounted))}) counted)`,
    })
    .from(tropes)
    .orderBy(asc(tropes.name))
    .limit(2_000);
}

/** Locks all genres, so that names, orders and merges do not cross. */
export async function lockGenres(tx: Database): Promise<{ id: string; name: string }[]> {
  // The locks of rows do not keep others from adding one.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('genres'))`);
  return tx.select({ id: genres.id, name: genres.name }).from(genres).orderBy(genres.id).for("update");
}

export async function lockTropes(tx: Database): Promise<{ id: string; name: string }[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtext('tropes'))`);
  return tx.select({ id: tropes.id, name: tropes.name }).from(tropes).orderBy(tropes.id).for("update");
}

export async function insertGenre(tx: Database, name: string): Promise<void> {
  const position = sql`(select coalesce(max(position), 0) + 1 from ${genres})`;
  await tx.insert(genres).values({ name, position });
  await deleteFormerName(tx, name);
}

/** A name that is used again no longer redirects to another genre. */
export async function deleteFormerName(tx: Database, name: string): Promise<void> {
  await tx.delete(genreFormerNames).where(eq(genreFormerNames.name, name.toLowerCase()));
}

export async function deleteFormerNameOf(tx: Database, name: string, genreId: string): Promise<void> {
  await tx
    .delete(genreFormerNames)
    .where(and(eq(genreFormerNames.name, name.toLowerCase()), eq(genreFormerNames.genreId, genreId)));
}

export async function updateGenre(
  tx: Database,
  id: string,
  change: Partial<Pick<typeof genres.$inferInsert, "name" | "description" | "icon" | "position">>,
): Promise<void> {
  await tx.update(genres).set(change).where(eq(genres.id, id));
}

export async function saveFormerName(tx: Database, name: string, genreId: string): Promise<void> {
  await tx
    .insert(genreFormerNames)
    .values({ name: name.toLowerCase(), genreId })
    .onConflictDoUpdate({ target: genreFormerNames.name, set: { genreId } });
}

export async function deleteGenreRow(tx: Database, id: string): Promise<void> {
  await tx.delete(genres).where(eq(genres.id, id));
}

/** Whether a challenge is limited to it or a community reads it. */
export async function isGenreChosen(tx: Database, id: string): Promise<boolean> {
  const isUsed = (table: typeof challenges | typeof communities) =>
    tx.$count(table, eq(table.genreId, id)).then((count) => count > 0);
  return (await isUsed(challenges)) || isUsed(communities);
}

export async function insertTrope(tx: Database, name: string): Promise<void> {
  await tx.insert(tropes).values({ name });
}

export async function updateTrope(tx: Database, id: string, name: string): Promise<void> {
  await tx.update(tropes).set({ name }).where(eq(tropes.id, id));
}

export async function deleteTropeRow(tx: Database, id: string): Promise<void> {
  await tx.delete(tropes).where(eq(tropes.id, id));
}

export async function listBooksOfGenre(tx: Database, id: string): Promise<BookId[]> {
  const rows = await tx.select({ id: bookGenres.bookId }).from(bookGenres).where(eq(bookGenres.genreId, id));
  return rows.map((row) => row.id);
}

export async function listBooksOfTrope(tx: Database, id: string): Promise<BookId[]> {
  const rows = await tx.select({ id: bookTropes.bookId }).from(bookTropes).where(eq(bookTropes.tropeId, id));
  return rows.map((row) => row.id);
}

export async function listBooksOfContributor(tx: Database, id: ContributorId): Promise<BookId[]> {
  const rows = await tx
    .selectDistinct({ id: bookContributors.bookId })
    .from(bookContributors)
    .where(eq(bookContributors.contributorId, id));
  return rows.map((row) => row.id);
}

const contributorColumns = {
  ...pick(contributors, "id", "name", "bio"),
  userId: users.id,
  username: users.username,
  bookCount: sql<number>`(select count(distinct book_id)::int from ${bookContributors}
    where ${bookContributors.contributorId} = ${contributors.id})`,
};

export type ContributorRow = Awaited<ReturnType<typeof listContributorRows>>[number];

/** By normalized name. */
export function listContributorRows(db: Database, normalized: string, after: string | null, limit: number) {
  const pattern = `%${escapeLike(normalized)}%`;
  return db
    .select({ ...contributorColumns, normalizedName: contributors.normalizedName })
    .from(contributors)
    .leftJoin(users, eq(users.id, contributors.userId))
    .where(
      and(
        normalized === "" ? undefined : sql`${contributors.normalizedName} like ${pattern}`,
        after === null ? undefined : sql`${contributors.normalizedName} > ${after}`,
      ),
    )
    .orderBy(asc(contributors.normalizedName))
    .limit(limit);
}

export async function findContributorRow(db: Database, id: ContributorId): Promise<ContributorRow | null> {
  const [row] = await db
    .select({ ...contributorColumns, normalizedName: contributors.normalizedName })
    .from(contributors)
    .leftJoin(users, eq(users.id, contributors.userId))
    .where(eq(contributors.id, id));
  return row ?? null;
}

/** Locks contributors in the order of their ids; fewer rows when one does not exist. */
export async function lockContributors(tx: Database, ids: readonly ContributorId[]) {
  return tx
    .select({ id: contributors.id, name: contributors.name })
    .from(contributors)
    .where(inArray(contributors.id, [...ids]))
    .orderBy(contributors.id)
    .for("update");
}

export async function isNameTaken(tx: Database, id: ContributorId, normalizedName: string): Promise<boolean> {
  const condition = and(eq(contributors.normalizedName, normalizedName), ne(contributors.id, id));
  return (await tx.$count(contributors, condition)) > 0;
}

export async function updateContributor(
  tx: Database,
  id: ContributorId,
  change: Partial<
    Pick<
      typeof contributors.$inferInsert,
      "name" | "normalizedName" | "transliterationKey" | "bio" | "userId"
    >
  >,
): Promise<void> {
  // An empty vector is computed again by `indexBook`.
  const index = change.name === undefined ? {} : { searchVector: sql`''::tsvector` };
  await tx
    .update(contributors)
    .set({ ...change, ...index })
    .where(eq(contributors.id, id));
}

export async function findAuthorAccount(db: Database, username: string): Promise<UserId | null> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.username}) = lower(${username})`, eq(users.isAuthor, true)));
  return row?.id ?? null;
}

/** The username; null for an unknown account. */
export async function findAccountName(db: Database, id: string): Promise<string | null> {
  const [row] = await db
    .select({ username: users.username })
    .from(users)
    .where(eq(users.id, id as UserId));
  return row?.username ?? null;
}
