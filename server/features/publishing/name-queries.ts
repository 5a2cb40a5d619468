import { and, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { NameKind } from "#shared/publishing/publishing-book.ts";
import type { Database } from "#server/db/client.ts";
import { escapeLike } from "#server/db/escape-like.ts";
import { books, series } from "#server/db/schema/books/books.ts";
import { bookContributors, contributors } from "#server/db/schema/books/contributors.ts";
import { bookTropes, genres, tropes } from "#server/db/schema/books/genres.ts";

const maxNames = 50;

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
  const pattern = escapeLike(normalized);
  const isVisible = sql`(${books.state} in ('published', 'scheduled') or ${books.ownerId} = ${ownerId})`;
  const rows = await db
    .select({ name })
    .from(table)
    .where(
      and(
        normalized === "" ? undefined : sql`${key} like ${`%${pattern}%`}`,
        ownerId && used ? sql`exists (${used} and ${isVisible})` : undefined,
      ),
    )
    .orderBy(normalized === "" ? key : sql`${key} like ${`${pattern}%`} desc, ${name}`)
    .limit(maxNames);
  return rows.map((row) => row.name);
}
