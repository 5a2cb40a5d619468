import { type AnyColumn, and, type SQL, sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { runNamedQuery } from "#server/db/prepared-statements.ts";
import { books } from "#server/db/schema/books/books.ts";
import { popularBooks } from "#server/db/schema/books/search.ts";
import {
  type Filters,
  filterCondition,
  filterPlaceholders,
  getSortOrder,
  isAfterCursor,
  isPublished,
  type ListedRow,
  type Sort,
  sortValue,
} from "#server/features/books/lists/list-queries.ts";
import { cardColumns } from "#server/features/books/lists/summary-queries.ts";
import type { ListPosition } from "#server/http/api/cursor.ts";
import { maxPopular, minPublished } from "./popular-book-queries.ts";

export interface SearchTerms {
  readonly wide: string;
  /** What is looked up in the index: all matches of `wide` and few others. */
  readonly indexed: string;
  readonly typed: string;
  readonly normalized: string;
  /** The share of the published books that probably match, if the words are independent. */
  readonly expectedShare: number;
  readonly wordCount: number;
  /** The number of published books. */
  readonly published: number;
}

export interface SearchPage {
  readonly rows: ListedRow[];
  /** Total number of matches, capped at `maxMatches`. */
  readonly found: number;
}

/** Matches are counted and ranked up to this number. */
export const maxMatches = 1_000;
const maxScannedRows = 20_000;
const scannedMatches = 60;
/** From this expected number on, reading the most read books one by one is faster in a smaller library. */
const minExpectedForScan = 3_000;
/** From this expected number on, titles are searched among the most read books only. */
const minExpectedForPopularTitles = 3_000;
/** An estimate of this many matches means more than `maxMatches`, filters and chance included. */
const minEstimated = 1.5 * maxMatches;
/** Words of a search tend to occur together, three times as often as independent words. */
const coOccurrence = 3;
/** From this expected share on, reading the most read books one by one is faster than the index. */
const scanShare = 0.04;
/** From this expected number on, other orders than by relevance are read in order. */
const orderedMatches = 10_000;
const maxPopularMatches = 300;
/** More than are shown, because popular books can have been hidden since last night. */
const maxHiddenPopular = 10;
/** Titles that match, added to the matches found; those that begin with the query are added anyway. */
const maxTitles = 100;
const maxTitlePrefixMatches = 50;
/** Maximum number of matches that are sorted other than by relevance. */
const maxSorted = 20_000;

const limitTo = (max: number) => sql.raw(`limit ${max}`);

/** As subqueries, parameters do not affect the plan, so that Postgres keeps one plan per statement. */
const wide = sql`(select ${sql.placeholder("wide")}::tsquery)`;
const indexed = sql`(select ${sql.placeholder("indexed")}::tsquery)`;
const typed = sql`(select ${sql.placeholder("typed")}::tsquery)`;
const normalized = sql`(select ${sql.placeholder("normalized")}::text)`;

/** Search also finds books that are announced. */
export const isListed = sql`${books.state} in ('published', 'scheduled')`;

const matches = sql`${books.searchVector} @@ ${wide}`;
/** `ts_match_vq` is `@@`, never looked up in an index. */
const matchesByIndex = (vector: SQL | AnyColumn) =>
  sql`${vector} @@ ${indexed} and ts_match_vq(${vector}, ${wide})`;
const titleWords = (vector: AnyColumn) => sql`ts_filter(${vector}, '{a}')`;
const indexedMatches = matchesByIndex(books.searchVector);
const titleMatches = matchesByIndex(titleWords(books.searchVector));
const popularMatches = matchesByIndex(popularBooks.searchVector);
const popularTitleMatches = matchesByIndex(titleWords(popularBooks.searchVector));
const titleStartsWith = (title: AnyColumn) =>
  sql`${title} >= ${normalized} and ${title} < ${normalized} || chr(1114111)`;

/** Weights: titles before contributors and series, these before descriptions; ties by popularity. */
const getScore = ({ normalizedTitle, searchVector, popularity }: typeof books | typeof popularBooks) => sql`(
  case when ${normalizedTitle} = ${normalized} then 4
    when ${titleStartsWith(normalizedTitle)} then 2 else 0 end
  + ts_rank('{0.05, 0.15, 0.4, 1}', ${searchVector}, ${typed})
  + ts_rank('{0.05, 0.15, 0.4, 1}', ${searchVector}, ${wide}) / 2
  + least(ln(1 + ${popularity}) / 200, 0.05)
)::double precision`;
const score = getScore(books);
const popularScore = getScore(popularBooks);

export async function searchByRelevance(
  db: Database,
  terms: SearchTerms,
  filters: Filters,
  after: ListPosition | null,
  limit: number,
): Promise<SearchPage> {
  const runRank = (strategy: Strategy) => rank(db, terms, filters, after, limit, strategy);
  const estimate = getEstimate(terms);
  if (estimate === null) return runRank("look up");
  const page = await runRank(after ? `${estimate.strategy} and look up` : estimate.strategy);
  return page.found >= estimate.minFound ? { ...page, found: maxMatches + 1 } : runRank("look up");
}

/**
 * How to find the best of more than `maxMatches` without reading all of them.
 *
 * @returns the number of matches that shows that there are more; null when there are probably fewer
 */
function getEstimate({ expectedShare, published, wordCount }: SearchTerms) {
  const expected = expectedShare * published;
  if (published < minPublished || expectedShare >= scanShare)
    return expected < minExpectedForScan ? null : { strategy: "scan" as const, minFound: scannedMatches };
  const likely = wordCount === 1 ? expected : expected * coOccurrence;
  if (likely < minEstimated) return null;
  return { strategy: "popular" as const, minFound: minEstimated * (maxPopular / published) };
}

/** The active filters: they change the text of a prepared statement. */
const getFilterKey = ({ genreId, tropeId, contributorId, format, language, isFree }: Filters) =>
  [genreId, tropeId, contributorId, language, isFree].map((value) => Number(value !== undefined)).join("") +
  (format ?? "");

type Strategy = "look up" | "scan" | "popular" | "scan and look up" | "popular and look up";

function selectMatches(strategy: Strategy, filters: Filters): SQL {
  if (strategy === "look up") return selectByLookup(filters);
  const query = strategy.startsWith("scan") ? selectByScan(filters) : selectPopular(filters);
  return strategy.endsWith("look up") ? sql`(${query}) union (${selectByLookup(filters)})` : query;
}

/**
 * Books that match a condition and the filters, with scores; an arbitrary subset when there are too
 * many.
 */
const selectMatching = (filters: Filters, condition: SQL, max: number) => sql`
  select ${books.id} as id, ${score} as score from ${books}
  where ${and(condition, isListed, filterCondition(filters))} ${limitTo(max)}`;

const selectByLookup = (filters: Filters) => selectMatching(filters, indexedMatches, maxMatches + 1);

/** Matches among the most read books. */
const selectByScan = (filters: Filters) => sql`
  select ${books.id} as id, ${score} as score from (
    select * from ${books} where ${isPublished} order by ${books.popularity} desc, ${books.id} desc ${limitTo(maxScannedRows)}
  ) ${books} where ${and(matches, filterCondition(filters))} ${limitTo(scannedMatches)}`;

/**
 * Matches among the most read books, by their own index, which returns them roughly from the most read on.
 */
function selectPopular(filters: Filters, condition = popularMatches, max = maxPopularMatches): SQL {
  const filter = filterCondition(filters);
  const joinedBooks = filter ? sql`join ${books} on ${books.id} = ${popularBooks.bookId}` : sql``;
  return sql`
    select ${popularBooks.bookId} as id, ${popularScore} as score from ${popularBooks} ${joinedBooks}
    where ${and(condition, filter)} ${limitTo(max)}`;
}

async function rank(
  db: Database,
  terms: SearchTerms,
  filters: Filters,
  after: ListPosition | null,
  limit: number,
  strategy: Strategy,
): Promise<SearchPage> {
  const hasPopularTitles =
    terms.published >= minPublished && terms.expectedShare * terms.published >= minExpectedForPopularTitles;
  const rows = await runNamedQuery(
    db,
    `rank ${strategy} ${hasPopularTitles} ${getFilterKey(filters)} ${after !== null} ${limit}`,
    () => rankQuery(db, filterPlaceholders(filters), after !== null, limit, strategy, hasPopularTitles),
    { ...terms, ...filters, ...after },
  );
  return { rows, found: rows[0]?.found ?? 0 };
}

function rankQuery(
  db: Database,
  filters: Filters,
  hasCursor: boolean,
  limit: number,
  strategy: Strategy,
  hasPopularTitles: boolean,
) {
  const afterLast = hasCursor
    ? sql`where (score, id) < (${sql.placeholder("value")}::double precision, ${sql.placeholder("id")}::uuid)`
    : sql``;
  const hiddenReserve = strategy === "look up" ? 0 : maxHiddenPopular;
  // Fewer are all matches, those in titles as well.
  const isCapped = sql`(select count(*) from matching) >= ${sql.raw(String(maxMatches))}`;
  const titles =
    strategy === "look up"
      ? selectMatching(filters, sql`${isCapped} and ${titleMatches}`, maxTitles)
      : hasPopularTitles
        ? selectPopular(filters, popularTitleMatches, maxTitles)
        : selectMatching(filters, titleMatches, maxTitles);
  const best = sql`
    with matching as materialized (${selectMatches(strategy, filters)}),
    candidates as materialized (
      select id, max(score) as score from (
        select id, score from matching
        union all (${selectMatching(filters, sql`${isPublished} and ${titleStartsWith(books.normalizedTitle)}`, maxTitlePrefixMatches)})
        union all (${titles})
      ) scored group by id
    )
    select id, score, (select count(*)::int from ${sql.raw(strategy === "look up" ? "candidates" : "matching")}) as found
    from candidates ${afterLast} order by score desc, id desc ${limitTo(limit + hiddenReserve)}`;
  return db
    .select({ ...cardColumns, sortValue: sql<string>`best.score::text`, found: sql<number>`best.found` })
    .from(books)
    .innerJoin(sql`(${best}) best`, sql`best.id = ${books.id}`)
    .where(isListed)
    .orderBy(sql`best.score desc, best.id desc`)
    .limit(limit);
}

/** Matches sorted other than by relevance. */
export async function searchInOrder(
  db: Database,
  terms: SearchTerms,
  filters: Filters,
  sort: Sort,
  after: ListPosition | null,
  limit: number,
): Promise<SearchPage> {
  const isMany = terms.expectedShare * terms.published >= orderedMatches;
  const rows = await runNamedQuery(
    db,
    `search ${sort.by} ${sort.order} ${isMany} ${getFilterKey(filters)} ${after !== null} ${limit}`,
    () => orderQuery(db, filterPlaceholders(filters), sort, after !== null, limit, isMany),
    { ...terms, ...filters, ...after },
  );
  return { rows, found: rows[0]?.found ?? 0 };
}

function orderQuery(
  db: Database,
  filters: Filters,
  sort: Sort,
  hasCursor: boolean,
  limit: number,
  isMany: boolean,
) {
  const [matching, listed] = isMany ? [matches, isPublished] : [indexedMatches, isListed];
  const condition = and(matching, listed, filterCondition(filters));
  const afterLast = hasCursor
    ? isAfterCursor(sort, sql`${sql.placeholder("value")}`, sql`${sql.placeholder("id")}`)
    : sql`true`;
  const page = isMany
    ? sql`
        select ${books.id} as id, ${sql.raw(String(maxMatches + 1))} as found from ${books}
        where ${and(condition, afterLast)} order by ${getSortOrder(sort)} ${limitTo(limit)}`
    : sql`
        with found as materialized (select ${books.id} from ${books} where ${condition} ${limitTo(maxSorted)})
        select ${books.id} as id, (select count(*)::int from found) as found
        from found join ${books} on ${books.id} = found.id
        where ${afterLast} order by ${getSortOrder(sort)} ${limitTo(limit)}`;
  return db
    .select({ ...cardColumns, sortValue: sortValue(sort), found: sql<number>`page.found` })
    .from(books)
    .innerJoin(sql`(${page}) page`, sql`page.id = ${books.id}`)
    .orderBy(getSortOrder(sort));
}
