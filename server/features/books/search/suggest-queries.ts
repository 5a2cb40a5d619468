import { and, type SQL, sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { books, series } from "#server/db/schema/books/books.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import { isPublished } from "#server/features/books/lists/list-queries.ts";
import { isListed, type SearchTerms } from "./search-queries.ts";

const maxCandidates = 300;

const beginsWith = ({ normalized }: SearchTerms) =>
  sql`${books.normalizedTitle} >= ${normalized} and ${books.normalizedTitle} < ${normalized} || chr(1114111)`;

export async function suggestBooks(db: Database, terms: SearchTerms, limit: number) {
  const selectCandidates = (condition: SQL | undefined) => sql`
    (select ${books.id} from ${books} where ${condition} limit ${sql.raw(String(maxCandidates))})`;
  const titleMatches = terms.wide
    ? sql`union ${selectCandidates(and(isListed, sql`ts_filter(${books.searchVector}, '{a}') @@ ${terms.wide}::tsquery`))}`
    : sql``;
  return db
    .select({ id: books.id, title: books.title, author: books.author, coverHash: books.coverHash })
    .from(books)
    .innerJoin(
      sql`(${selectCandidates(and(isPublished, beginsWith(terms)))} ${titleMatches}) suggested`,
      sql`suggested.id = ${books.id}`,
    )
    .orderBy(
      sql`(${beginsWith(terms)}) desc, ${books.popularity} desc, ${books.normalizedTitle}, ${books.id}`,
    )
    .limit(limit);
}

/** Contributors of published books. */
export async function suggestContributors(db: Database, terms: SearchTerms, limit: number) {
  if (!terms.wide) return [];
  return db
    .select({ id: contributors.id, name: contributors.name })
    .from(contributors)
    .where(
      and(
        sql`${contributors.searchVector} @@ ${terms.wide}::tsquery`,
        sql`exists (select from book_contributors bc join books b on b.id = bc.book_id
          where bc.contributor_id = ${contributors.id} and b.state = 'published')`,
      ),
    )
    .orderBy(sql`length(${contributors.name}), ${contributors.name}, ${contributors.id}`)
    .limit(limit);
}

/** Series with a published book. */
export async function suggestSeries(db: Database, terms: SearchTerms, limit: number) {
  if (!terms.wide) return [];
  return db
    .select({ id: series.id, name: series.name })
    .from(series)
    .where(
      and(
        sql`${series.searchVector} @@ ${terms.wide}::tsquery`,
        sql`exists (select from books b where b.series_id = ${series.id} and b.state = 'published')`,
      ),
    )
    .orderBy(sql`length(${series.name}), ${series.name}, ${series.id}`)
    .limit(limit);
}

/** The names of all genres, matched in memory. */
export function listGenreNames(db: Database) {
  return db
    .select({ id: genres.id, name: genres.name })
    .from(genres)
    .orderBy(genres.position, genres.name)
    .limit(500);
}
