import { sql } from "drizzle-orm";
import type { Database } from "#server/db/client.ts";
import { runNamedQuery } from "#server/db/prepared-statements.ts";
import { searchWords } from "#server/db/schema/books/search.ts";

interface WordStats {
  /** Words of the catalogue in the other script that may be the same name, with the numbers of their books. */
  readonly candidates: ReadonlyMap<string, number>;
  /** All words of the catalogue that begin with the word or its skeleton; null for too many. */
  readonly endings: readonly string[] | null;
  /** The number of books containing the word as of the last count; 0 for none. */
  readonly bookCount: number;
}

const maxBeginnings = 500;
const maxCandidates = 300;
const maxEndings = 20;
const limitEndings = sql.raw(`limit ${maxEndings + 1}`);

export async function findSearchWords(
  db: Database,
  requested: readonly {
    readonly word: string;
    readonly skeleton: string;
    readonly spellings: readonly string[];
    readonly isStart: boolean;
    readonly oppositeKeys: readonly string[];
  }[],
): Promise<{ wordStats: WordStats[]; published: number }> {
  const rows = await runNamedQuery(db, "books_words", () => buildWordStatsQuery(db), {
    words: JSON.stringify(
      requested.map(({ isStart, oppositeKeys, ...each }) => ({
        ...each,
        is_start: isStart,
        opposite_keys: oppositeKeys,
      })),
    ),
  });
  return {
    wordStats: rows.map(({ candidates, candidateCounts, endings, ...row }) => ({
      ...row,
      candidates: new Map(candidates?.map((candidate, n) => [candidate, candidateCounts?.[n] ?? 0])),
      endings: endings !== null && endings.length <= maxEndings ? endings : null,
    })),
    published: rows[0]?.published ?? 0,
  };
}

function buildWordStatsQuery(db: Database) {
  const wordStats = sql`(
    select
      a.position,
      (select coalesce(sum(count), 0)::int from exact_counts where name = 'books.published') as published,
      matching.words as candidates,
      matching.counts as candidate_counts,
      case when a.is_start and not exists (select from pending_search_words) then array(
        (select word from search_words
          where word >= a.word collate "C" and word < (a.word || chr(1114111)) collate "C" ${limitEndings})
        union
        (select word from search_words
          where word >= a.skeleton collate "C" and word < (a.skeleton || chr(1114111)) collate "C" ${limitEndings})
      ) end as endings,
      coalesce(case when a.is_start
        then (select sum(w.book_count) from (
          select book_count from search_words
          where word >= a.word collate "C" and word < (a.word || chr(1114111)) collate "C" limit ${sql.raw(String(maxBeginnings))}
        ) w)
        else (select sum(w.book_count) from search_words w
          where w.word = any (array[a.word, a.skeleton] || a.spellings))
      end, 0)::int as book_count
    from rows from (
      jsonb_to_recordset(${sql.placeholder("words")}::jsonb)
        as (word text, skeleton text, spellings text[], is_start boolean, opposite_keys text[])
    ) with ordinality a(word, skeleton, spellings, is_start, opposite_keys, position)
    cross join lateral (
      select array_agg(word) as words, array_agg(book_count) as counts
      from (
        select word, book_count from search_words
        where transliteration_key <> '' and transliteration_key = any (a.opposite_keys)
        order by book_count desc nulls last limit ${sql.raw(String(maxCandidates))}
      ) candidates
    ) matching
  ) facts`;
  return db
    .select({
      candidates: sql<string[] | null>`facts.candidates`,
      candidateCounts: sql<number[] | null>`facts.candidate_counts`,
      endings: sql<string[] | null>`facts.endings`,
      bookCount: sql<number>`facts.book_count`,
      published: sql<number>`facts.published`,
    })
    .from(wordStats)
    .orderBy(sql`facts.position`);
}

const toTextArray = (words: readonly string[]) => `{${words.map((word) => `"${word}"`).join(",")}}`;

export async function listSimilarWords(
  db: Database,
  word: string,
): Promise<{ readonly word: string; readonly bookCount: number }[]> {
  return runNamedQuery(db, "books_lookalikes", () => buildSimilarWordsQuery(db), {
    word,
    swaps: toTextArray(getSwaps(word)),
  });
}

function buildSimilarWordsQuery(db: Database) {
  const word = sql`${sql.placeholder("word")}::text`;
  const swapped = sql`${searchWords.word} = any (${sql.placeholder("swaps")}::text[])`;
  const similarityScore = sql`similarity(${searchWords.word}, ${word})`;
  return db
    .select({ word: searchWords.word, bookCount: searchWords.bookCount })
    .from(searchWords)
    .where(sql`${searchWords.word} % ${word} or ${swapped}`)
    .orderBy(
      sql`${swapped} desc, ${similarityScore} desc, ${searchWords.bookCount} desc, ${searchWords.word}`,
    )
    .limit(30);
}

function getSwaps(word: string): string[] {
  const characters = [...word];
  return characters
    .slice(1)
    .map((letter, before) =>
      [...characters.slice(0, before), letter, characters[before], ...characters.slice(before + 2)].join(""),
    );
}

/**
 * Adds the words of newly published books to the vocabulary.
 *
 * @returns their number
 */
export async function indexPendingWords(db: Database): Promise<number> {
  const { rowCount } = await db.execute(sql`
    with fresh as (delete from pending_search_words returning word)
    insert into search_words as w (word, book_count)
    select word, count(*)::int from fresh group by word order by word
    on conflict (word) do update set book_count = w.book_count + excluded.book_count`);
  return rowCount ?? 0;
}

export async function recomputeWordCounts(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`delete from pending_search_words`);
    await tx.execute(sql`
      create temporary table counted on commit drop as
      select word collate "C" as word, ndoc as book_count
      from ts_stat('select search_vector from books where state in (''published'', ''scheduled'')', 'abd')`);
    await tx.execute(sql`
      delete from search_words w where not exists (select from counted c where c.word = w.word)`);
    await tx.execute(sql`
      insert into search_words as w (word, book_count) select word, book_count from counted order by word
      on conflict (word) do update set book_count = excluded.book_count where w.book_count <> excluded.book_count`);
  });
}

/** Words whose transliteration key was not computed yet. */
export async function listWordsWithoutKey(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .select({ word: searchWords.word })
    .from(searchWords)
    .where(sql`${searchWords.transliterationKey} is null`)
    .limit(limit);
  return rows.map(({ word }) => word);
}

export async function setTransliterationKeys(
  db: Database,
  keys: readonly { readonly word: string; readonly key: string }[],
): Promise<void> {
  await db.execute(sql`
    update search_words w set transliteration_key = keyed.key
    from unnest(
      ${toTextArray(keys.map(({ word }) => word))}::text[],
      ${toTextArray(keys.map(({ key }) => key))}::text[]
    ) keyed(word, key)
    where w.word = keyed.word collate "C"`);
}

/** Compares the maintained count with a full count; about 0.1 s at a million books. */
export async function isBookCountCorrect(db: Database): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    const { rows } = await tx.execute<{ isCorrect: boolean }>(sql`
      select (select count(*) from books where state = 'published') =
        (select coalesce(sum(count), 0) from exact_counts where name = 'books.published') as "isCorrect"`);
    return rows[0]?.isCorrect ?? false;
  });
}

export async function repairBookCount(db: Database): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    await tx.execute(sql`lock table books in share mode`);
    await tx.execute(sql`delete from exact_counts where name = 'books.published'`);
    await tx.execute(sql`
      insert into exact_counts (name, slot, count)
      select 'books.published', 0, count(*) from books where state = 'published'`);
  });
}
