import { randomUUID } from "node:crypto";
import pg from "pg";
import { BackgroundQueries } from "#server/bench/catalogue/background-queries.ts";
import { getBookId, getHalfStars, getReaderCount, loadBooks } from "#server/bench/catalogue/catalogue.ts";
import { copy, dropIndexes, getId, openCopy, row } from "#server/bench/catalogue/copy.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { updatePopularity } from "#server/features/books/lists/popularity-queries.ts";
import { updatePopularBooks } from "#server/features/books/search/popular-book-queries.ts";
import { compareCount } from "#server/features/staff/counts/count-queries.ts";
import { keptCounts } from "#server/features/staff/counts/kept-count-queries.ts";
import { type Fill, fillCommunity } from "./community.ts";
import { derived, derivedTables } from "./derived.ts";
import { PeriodTotals } from "./period-totals.ts";
import {
  days,
  drawReader,
  drawReaders,
  firstTime,
  getReaderId,
  getTime,
  none,
  pick,
  pickVocabulary,
  random,
  texts,
} from "./random-data.ts";

const totalsTable = "user_period_totals";

/** The tables that are filled anew for each number of books. */
const tables =
  `library_entries book_reach reading_days reading_sessions position_events current_positions marks
  mark_tags reviews friendships user_follows follows communities community_members discussions posts conversations
  conversation_members messages user_period_totals finished_book_totals`.split(/\s+/);

/**
 * Fills the database up to a number of books, with a fifth as many readers, and per book 5 library entries, 20 days
 * of activity, 5 marks, 2 messages and a reply. A few people and books have most of them.
 *
 * @throws {Error} when a stored count is not what the product would have stored
 */
export async function loadDataset(bench: Bench, books: number): Promise<void> {
  await loadBooks(bench, books);
  const readers = Math.round(books / 5);
  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  const startedAt = performance.now();
  await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '512MB'; set synchronous_commit = off;
    set session_replication_role = replica; truncate ${tables}, conversations cascade`);
  // A crash while loading loses everything anyway.
  for (const setting of [
    "fsync = off",
    "full_page_writes = off",
    "autovacuum = off",
    "max_wal_size = '16GB'",
  ])
    await client.query(`alter system set ${setting}`);
  await client.query("select pg_reload_conf()");
  const indexes = books > 50_000 ? await dropIndexes(client, tables) : [];
  const background = new BackgroundQueries(bench.databaseUrl);
  const buildIndexes = (table: string) => {
    for (const index of indexes) if (index.table === table) background.add(index.create);
  };
  const fill = async (into: string, rows: Iterable<string>) => {
    const [table = ""] = into.split(" ");
    bench.step(`loading ${table}`);
    await copy(client, into, rows);
    buildIndexes(table);
  };
  const stored = await bench.count(`users where id::text like '10000000-%'`);
  const totals = await openCopy(
    bench.databaseUrl,
    `${totalsTable} (kind, period, user_id, amount, reached_at)`,
  );
  await fillReading(fill, books, readers, stored, totals.write);
  await totals.end();
  buildIndexes(totalsTable);
  for (const statement of derived) background.add(statement);
  await fillCommunity(fill, books, readers);
  bench.step("building the indexes");
  await background.end();
  for (const table of derivedTables) buildIndexes(table);
  await background.end();
  await client.query("set session_replication_role = origin; analyze");
  await updatePopularity(bench.services.db);
  await updatePopularBooks(bench.services.db);
  bench.step("vacuum");
  await client.query("vacuum analyze");
  await check(bench, books);
  await client.query("alter system reset all");
  await client.query("select pg_reload_conf()");
  await client.query("checkpoint");
  await client.end();
  const seconds = (performance.now() - startedAt) / 1_000;
  bench.figures([`${books.toLocaleString("en")} books: loading readers and what they did`, seconds, "s"]);
}

async function fillReading(
  fill: Fill,
  books: number,
  readers: number,
  stored: number,
  writeTotals: (rows: Iterable<string>) => void,
): Promise<void> {
  const columns = "id, email, email_verified_at, first_name, last_name, username, preferences, created_at";
  await fill(`users (${columns})`, listUsers(stored, readers));
  const started: number[][] = Array.from({ length: readers }, () => []);
  const entry = "user_id, book_id, status, added_at, updated_at, started_at, finished_at, counted_at";
  await fill(`library_entries (${entry})`, listEntries(books, started));
  await fill("reviews (book_id, user_id, half_stars, text, created_at)", listReviews(books, readers));
  const day = "user_id, day, book_id, kind, changed_at, sessions, milliseconds, measured_ms, public_ms";
  const pages = "pages, measured_pages, public_pages, words, public_words";
  await fill(`reading_days (${day}, ${pages})`, listDays(started, writeTotals));
  const times = "created_at, changed_at, style_changed_at, tags_changed_at, deletion_changed_at";
  const mark =
    "id, user_id, book_id, anchor, placement, fraction, style, note, is_deleted, search_text, version";
  await fill(`marks (${mark}, ${times})`, listMarks(started));
  await fill("friendships (user_id, friend_id, state, created_at)", listPeople(readers, "\taccepted"));
  await fill("user_follows (user_id, followed_id, created_at)", listPeople(readers, ""));
  await fill("follows (user_id, kind, subject_id, created_at)", listFollows(readers, books / 10));
}

function* listUsers(from: number, to: number): Generator<string> {
  for (let n = from; n < to; n++) {
    const names = pickVocabulary();
    const shown = n % 2 ? "{}" : '{"profileShows":["finished"]}';
    yield row`${getReaderId(n)} reader${n}@example.org ${firstTime} ${names.draw()} ${names.draw()} reader${n} ${shown} ${firstTime}`;
  }
}

/** @param started receives the books of each reader that were begun */
function* listEntries(books: number, started: readonly number[][]): Generator<string> {
  for (let book = 0; book < books; book++) {
    const begun = Math.min(getReaderCount(book), Math.floor(started.length / 4));
    for (const [n, reader] of drawReaders(started.length, Math.round(begun * 1.25)).entries()) {
      if (n < begun) started[reader]?.push(book);
      const at = getTime(random() * days);
      const status = pick([
        "finished",
        "finished",
        "finished",
        "currently-reading",
        "currently-reading",
        "paused",
      ]);
      const state = n < begun ? status : "want-to-read";
      const [start, end] = [n < begun ? at : none, state === "finished" ? at : none];
      yield row`${getReaderId(reader)} ${getBookId(book)} ${state} ${at} ${at} ${start} ${end} ${end}`;
    }
  }
}

function* listReviews(books: number, readers: number): Generator<string> {
  for (let book = 0; book < books; book++) {
    const stars = getHalfStars(book);
    for (const reader of stars ? drawReaders(readers, 3) : [])
      yield row`${getBookId(book)} ${getReaderId(reader)} ${stars} ${pick(texts)[0]} ${getTime(random() * days)}`;
  }
}

/** In the order in which they happened; the most frequent readers read on nine of ten days. */
function* listDays(
  started: readonly (readonly number[])[],
  writeTotals: (rows: Iterable<string>) => void,
): Generator<string> {
  const totals = new PeriodTotals();
  const readers = started.length;
  const mean = (2 * (Math.sqrt(readers + 50) - Math.sqrt(50))) / readers;
  const rates = started.map(({ length }, n) =>
    length ? Math.min(0.9, 0.107 / Math.sqrt(n + 50) / mean) : 0,
  );
  for (let ago = days; ago > 0; ago--) {
    const at = getTime(ago);
    const day = at.slice(0, 10);
    writeTotals(totals.begin(day));
    for (const [n, books] of started.entries()) {
      if (random() > (rates[n] ?? 0)) continue;
      const kind = random() < 0.2 ? "listening" : "reading";
      const ms = 60_000 * (5 + Math.floor(random() * 55));
      const pages = kind === "reading" ? Math.round(ms / 120_000) : 0;
      totals.add(n, days - ago, at, ms, pages);
      const [book, amounts] = [
        getBookId(pick(books)),
        `${pages}\t${pages}\t${pages}\t${pages * 250}\t${pages * 250}`,
      ];
      yield `${getReaderId(n)}\t${day}\t${book}\t${kind}\t${at}\t1\t${ms}\t${ms}\t${ms}\t${amounts}\n`;
    }
  }
  writeTotals(totals.end());
}

/** Highlights, one of five with a note, and one of ten a bookmark. */
function* listMarks(started: readonly (readonly number[])[]): Generator<string> {
  const versions = started.map(() => 0);
  const count = 25 * started.length;
  for (let n = 0; n < count; n++) {
    const reader = drawReader(started.length);
    const books = started[reader] ?? [];
    if (books.length === 0) continue;
    const [exact, , searched] = pick(texts);
    const [note, , alsoSearched] = n % 5 === 0 ? pick(texts) : ["", "", ""];
    const fraction = Math.round(random() * 1e4) / 1e4;
    const start = { sentence: `s${n % 30}-${n % 200}`, offset: 0 };
    const [end, quote] = [
      { ...start, offset: exact.length },
      { exact, prefix: "", suffix: "" },
    ];
    const anchor = JSON.stringify({ start, end, quote, fraction, version: "0123456789abcdef" });
    const version = (versions[reader] ?? 0) + 1;
    versions[reader] = version;
    const style = n % 10 === 0 ? none : pick(["yellow", "yellow", "green", "underline"]);
    const mark = row`${randomUUID()} ${getReaderId(reader)} ${getBookId(pick(books))} ${anchor} exact ${fraction} ${style}`;
    const at = getTime(days * (1 - n / count));
    yield row`${mark.trimEnd()} ${note} false ${`${searched} ${alsoSearched}`.trim()} ${version} ${at} ${at} ${at} ${at} ${at}`;
  }
}

function* listPeople(readers: number, state: string): Generator<string> {
  for (let n = 0; n < readers; n++)
    for (let step = 1; step <= 32; step *= 2)
      yield `${getReaderId(n)}\t${getReaderId((n + step) % readers)}${state}\t${getTime(step)}\n`;
}

function* listFollows(readers: number, authors: number): Generator<string> {
  for (let n = 0; n < readers; n++)
    for (let each = 0; each < 5; each++)
      yield row`${getReaderId(n)} contributor ${getId("a", (n * 7 + each) % authors)} ${getTime(each)}`;
}

/** Compares the stored counts with the product's own queries; those of the largest size take too long. */
async function check(bench: Bench, books: number): Promise<void> {
  const [streaks] = await bench.sql<{ n: number }>(
    `select count(*)::int as n from user_period_totals
    where kind = 'streak' and user_id <= $1 and amount <> longest_streak(user_id, period)`,
    [getReaderId(30)],
  );
  const wrong = streaks?.n ? ["streaks"] : [];
  for (const count of books > 100_000 ? [] : keptCounts) {
    if ((await compareCount(bench.services.db, count)).wrong > 0) wrong.push(count.name);
  }
  if (wrong.length > 0) throw new Error(`Loaded wrong: ${wrong.join(", ")}.`);
}
