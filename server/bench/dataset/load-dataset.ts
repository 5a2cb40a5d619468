import { randomUUID } from "node:crypto";
import pg from "pg";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { toPlainText } from "#shared/rich-text/rich-text.ts";
import { getBookId, getHalfStars, getReaderCount, loadBooks } from "#server/bench/catalogue/catalogue.ts";
import { copy, dropIndexes, getId, row } from "#server/bench/catalogue/copy.ts";
import { createRandom, Vocabulary } from "#server/bench/catalogue/random-words.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { updatePopularity } from "#server/features/books/lists/popularity-queries.ts";
import { updatePopularBooks } from "#server/features/books/search/popular-book-queries.ts";
import { compareCount } from "#server/features/staff/counts/count-queries.ts";
import { keptCounts } from "#server/features/staff/counts/kept-count-queries.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import { derived } from "./derived.ts";

export const getReaderId = (n: number) => getId("1", n);
const getConversationId = (n: number) => getId("2", n);
const getCommunityId = (n: number) => getId("3", n);
const getDiscussionId = (n: number) => getId("4", n);

const days = 1_000;
const now = Date.now();
const getTime = (daysAgo: number) => new Date(now - daysAgo * 24 * 3_600_000).toISOString();
const firstTime = getTime(days);
const none = "\\N";

const random = createRandom(7);
const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

/** The first ones are drawn more often, the less so the larger the offset. */
function draw(count: number, offset = 1): number {
  const start = Math.sqrt(offset);
  return Math.floor((start + random() * (Math.sqrt(count + offset) - start)) ** 2 - offset);
}
const drawReader = (readers: number) => draw(readers, 50);

function drawReaders(readers: number, count: number): number[] {
  const chosen = new Set<number>();
  while (chosen.size < count) chosen.add(drawReader(readers));
  return [...chosen];
}

const [arabic, latin] = [new Vocabulary("arabic", 20_000, 3), new Vocabulary("latin", 20_000, 4)];
const pickVocabulary = () => (random() < 0.6 ? arabic : latin);
/** Source, content and normalized text. */
const texts = Array.from({ length: 2_000 }, () => {
  const source = pickVocabulary().makeText(4, 40);
  const content = parseRichText(source);
  return [source, JSON.stringify(content), normalizeSearchText(toPlainText(content))] as const;
});

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
  const indexes = books > 50_000 ? await dropIndexes(client, tables) : [];
  const fill = async (into: string, rows: Iterable<string>) => {
    bench.step(`loading ${into.split(" ")[0]}`);
    await copy(client, into, rows);
  };
  const stored = await bench.count(`users where id::text like '10000000-%'`);
  await fillReading(fill, books, readers, stored);
  await fillCommunity(fill, books, readers);
  for (const statement of [...derived, ...indexes]) {
    bench.step(statement.slice(0, 60));
    await client.query(statement);
  }
  await client.query("set session_replication_role = origin; analyze");
  await updatePopularity(bench.services.db);
  await updatePopularBooks(bench.services.db);
  bench.step("vacuum");
  await client.query("vacuum analyze");
  await check(bench, books);
  await client.end();
  const seconds = (performance.now() - startedAt) / 1_000;
  bench.figures([`${books.toLocaleString("en")} books: loading readers and what they did`, seconds, "s"]);
}

type Fill = (into: string, rows: Iterable<string>) => Promise<void>;

async function fillReading(fill: Fill, books: number, readers: number, stored: number): Promise<void> {
  const columns = "id, email, email_verified_at, first_name, last_name, username, preferences, created_at";
  await fill(`users (${columns})`, listUsers(stored, readers));
  const started: number[][] = Array.from({ length: readers }, () => []);
  const entry = "user_id, book_id, status, added_at, updated_at, started_at, finished_at, counted_at";
  await fill(`library_entries (${entry})`, listEntries(books, started));
  await fill("reviews (book_id, user_id, half_stars, text, created_at)", listReviews(books, readers));
  const day = "user_id, day, book_id, kind, changed_at, sessions, milliseconds, measured_ms, public_ms";
  const pages = "pages, measured_pages, public_pages, words, public_words";
  await fill(`reading_days (${day}, ${pages})`, listDays(started));
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
function* listDays(started: readonly (readonly number[])[]): Generator<string> {
  const readers = started.length;
  const mean = (2 * (Math.sqrt(readers + 50) - Math.sqrt(50))) / readers;
  const rates = started.map(({ length }, n) =>
    length ? Math.min(0.9, 0.107 / Math.sqrt(n + 50) / mean) : 0,
  );
  for (let ago = days; ago > 0; ago--) {
    const at = getTime(ago);
    const day = at.slice(0, 10);
    for (const [n, books] of started.entries()) {
      if (random() > (rates[n] ?? 0)) continue;
      const kind = random() < 0.2 ? "listening" : "reading";
      const ms = 60_000 * (5 + Math.floor(random() * 55));
      const pages = kind === "reading" ? Math.round(ms / 120_000) : 0;
      const [book, amounts] = [
        getBookId(pick(books)),
        `${pages}\t${pages}\t${pages}\t${pages * 250}\t${pages * 250}`,
      ];
      yield `${getReaderId(n)}\t${day}\t${book}\t${kind}\t${at}\t1\t${ms}\t${ms}\t${ms}\t${amounts}\n`;
    }
  }
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

/** Communities, and conversations, of which one of twenty is a group. */
async function fillCommunity(fill: Fill, books: number, readers: number): Promise<void> {
  const members = Array.from({ length: Math.ceil(books / 1_000) }, () => drawReaders(readers, 3));
  for (let n = 0; n < 2 * readers; n++) {
    const each = members[draw(members.length)] ?? [];
    const reader = drawReader(readers);
    if (each.length < readers / 4 && !each.includes(reader)) each.push(reader);
  }
  const joined = members.map((each, n) =>
    each.map(
      (reader, at) =>
        row`${getCommunityId(n)} ${getReaderId(reader)} ${at ? "member" : "owner"} active ${firstTime}`,
    ),
  );
  await fill("community_members (community_id, user_id, role, state, since)", joined.flat());
  const places = Array.from({ length: Math.ceil(books / 20) }, () => draw(members.length));
  const posts = createTexts(places.length, books + places.length, (n) => pick(members[places[n] ?? 0] ?? []));
  const written = "client_id, source, content, normalized_text, created_at";
  await fill(
    `posts (discussion_id, number, author_id, state, ${written})`,
    posts.list(getDiscussionId, -1, "shown\t"),
  );
  const discussions = places.map((place, n) => {
    const { count = 1, by = 0, at } = posts.places[n] ?? {};
    const title = pickVocabulary().makeText(2, 6);
    const shown = `shown\t${count - 1}\t${count - 1}`;
    return row`${getDiscussionId(n)} ${getCommunityId(place)} ${getReaderId(by)} ${title} ${normalizeSearchText(title)} ${shown} ${firstTime} ${at}`;
  });
  const discussion = "title, normalized_title, state, reply_count, last_number, created_at, active_at";
  await fill(`discussions (id, community_id, author_id, ${discussion})`, discussions);
  const counts = members.map(() => 0);
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
  const communities = members.map(({ length }, n) => {
    const name = `${pickVocabulary().makeText(1, 3)} ${n}`;
    const count = counts[n] ?? 0;
    return row`${getCommunityId(n)} ${name} ${normalizeSearchText(name)} public ${length} ${count} ${count} ${firstTime}`;
  });
  const community =
    "name, normalized_name, visibility, member_count, discussion_count, open_discussion_count";
  await fill(`communities (id, ${community}, created_at)`, communities);

  const people = Array.from({ length: readers }, (_, n) => drawReaders(readers, n % 20 ? 2 : 10));
  const messages = createTexts(readers, 2 * books, (n) => pick(people[n] ?? []));
  await fill(
    `messages (conversation_id, number, sender_id, ${written})`,
    messages.list(getConversationId, 0, ""),
  );
  const conversations = messages.places.map(({ count, at }, n) => {
    const kind = n % 20 ? `\tpair ${n}` : `Group ${n}\t${none}`;
    return row`${getConversationId(n)} ${kind} ${count} ${firstTime} ${at}`;
  });
  await fill("conversations (id, title, pair, last_number, created_at, active_at)", conversations);
  const memberships = people.map((each, n) =>
    each.map((reader) => {
      const read = Math.floor((messages.places[n]?.count ?? 0) * (1 - random() ** 4));
      return row`${getConversationId(n)} ${getReaderId(reader)} active ${read} ${read} ${firstTime}`;
    }),
  );
  const member = "conversation_id, user_id, state, delivered_number, read_number, joined_at";
  await fill(`conversation_members (${member})`, memberships.flat());
}

/** Posts or messages in the order of their time, at least one in each place; most are in a few places. */
function createTexts(placeCount: number, total: number, getAuthor: (place: number) => number) {
  const places = Array.from({ length: placeCount }, () => ({ count: 0, by: 0, at: firstTime }));
  function* list(toId: (n: number) => string, offset: number, state: string): Generator<string> {
    for (let n = 0; n < total; n++) {
      const at = n < placeCount ? n : draw(placeCount);
      const place = places[at] as (typeof places)[number];
      const by = getAuthor(at);
      if (place.count++ === 0) place.by = by;
      place.at = getTime(days * (1 - n / total));
      const text = `${state}${randomUUID()}\t${pick(texts).join("\t")}`;
      yield `${toId(at)}\t${place.count + offset}\t${getReaderId(by)}\t${text}\t${place.at}\n`;
    }
  }
  return { places, list };
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
