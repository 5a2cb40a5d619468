import { once } from "node:events";
import pg from "pg";
import { from as copyFrom } from "pg-copy-streams";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { updatePopularBooks } from "#server/features/books/search/popular-book-queries.ts";
import { toNameVector, toSearchVector } from "#server/features/books/search/search-terms.ts";
import { recomputeWordCounts } from "#server/features/books/search/search-word-queries.ts";
import { updateTransliterationKeys } from "#server/features/books/search/vocabulary.ts";
import { createRandom, Vocabulary } from "./random-words.ts";

const batchSize = 20_000;
const authorsPerBook = 0.1;
const genreNames = "Quran Hadith Sira Fiqh History Biography Poetry Stories Children Language Travel Thought"
  .split(" ")
  .map((name) => `${name} shelf`);

const getId = (kind: string, n: number) =>
  `${kind}0000000-0000-4000-8000-${n.toString(16).padStart(12, "0")}`;
const getBookId = (n: number) => getId("b", n);

const arabic = new Vocabulary("arabic", 42_000, 1);
const latin = new Vocabulary("latin", 28_000, 2);

/** Fills the bench's database up to a number of books, people and genres. */
export async function loadBooks(bench: Bench, requested: number): Promise<void> {
  const loaded = await bench.count("books where id::text like 'b0000000-%'");
  if (loaded >= requested) return;

  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  const startedAt = performance.now();
  const indexes = requested - loaded > 50_000 ? await dropIndexes(client) : [];
  await client.query("set session_replication_role = replica");
  if (loaded === 0) await copyGenres(client);
  await copyPeople(client, loaded, requested);
  await client.query("set session_replication_role = origin");
  for (let from = loaded; from < requested; from += batchSize) {
    bench.step(`loading books: ${from.toLocaleString("en")} of ${requested.toLocaleString("en")}`);
    await copyBooks(client, from, Math.min(from + batchSize, requested));
  }
  bench.step("building the indexes");
  await client.query("set maintenance_work_mem = '512MB'");
  for (const definition of indexes) await client.query(definition);
  await client.query("vacuum analyze");
  bench.step("counting the words");
  await recomputeWordCounts(bench.services.db);
  await updateTransliterationKeys(bench.services.db);
  await updatePopularBooks(bench.services.db);
  await client.query("analyze search_words, popular_books");
  await client.end();
  const seconds = (performance.now() - startedAt) / 1000;
  bench.note(
    `${requested.toLocaleString("en")} books loaded by COPY, indexed and counted in ${seconds.toFixed(0)} s`,
  );
}

async function dropIndexes(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string; definition: string }>(`
    select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
    from pg_index i where i.indrelid = 'books'::regclass and not i.indisunique and not i.indisprimary`);
  for (const { name } of rows) await client.query(`drop index ${name}`);
  return rows.map(({ definition }) => definition);
}

async function copy(client: pg.Client, into: string, lines: Iterable<string>): Promise<void> {
  const stream = client.query(copyFrom(`COPY ${into} FROM STDIN`));
  let chunk = "";
  for (const line of lines) {
    chunk += line;
    if (chunk.length < 65_536) continue;
    if (!stream.write(chunk)) await once(stream, "drain");
    chunk = "";
  }
  stream.end(chunk);
  await once(stream, "finish");
}

function* numbered(from: number, to: number, format: (n: number) => string): Generator<string> {
  for (let n = from; n < to; n++) yield format(n);
}

const formatRow = (...values: readonly (string | number | boolean)[]) => `${values.join("\t")}\n`;

async function copyGenres(client: pg.Client): Promise<void> {
  const lines = genreNames.map((name, n) => formatRow(getId("e", n), name, n));
  await copy(client, "genres (id, name, position)", lines);
}

const getAuthor = (book: number) => Math.floor(book * authorsPerBook);

function makeAuthorName(n: number): string {
  const { words } = n % 10 < 6 ? arabic : latin;
  const getWord = (step: number) => words[(n * step) % words.length] ?? "";
  return `${getWord(7)} ${getWord(13)} ${n}`;
}

async function copyPeople(client: pg.Client, from: number, to: number): Promise<void> {
  const firstPerson = from === 0 ? 0 : getAuthor(from - 1) + 1;
  const people = numbered(firstPerson, getAuthor(to - 1) + 1, (n) => {
    const name = makeAuthorName(n);
    return formatRow(getId("a", n), name, normalizeSearchText(name), toNameVector(name));
  });
  const authors = numbered(from, to, (n) => formatRow(getBookId(n), getId("a", getAuthor(n)), "author", 0));
  const genres = numbered(from, to, (n) => formatRow(getBookId(n), getId("e", n % genreNames.length), 0));
  await copy(client, "contributors (id, name, normalized_name, search_vector)", people);
  await copy(client, "book_contributors (book_id, contributor_id, role, position)", authors);
  await copy(client, "book_genres (book_id, genre_id, position)", genres);
}

const columns =
  "id, title, description, language, direction, state, is_free, author, genre, cover_hash, page_count, has_ebook, has_audiobook, duration, rating_count, average_rating, popularity, normalized_title, search_vector, created_at, updated_at";

async function copyBooks(client: pg.Client, from: number, to: number): Promise<void> {
  const random = createRandom(from + 77);
  await copy(
    client,
    `books (${columns})`,
    numbered(from, to, (n) => formatBook(n, random)),
  );
}

/** Six of ten books are Arabic, the rest transliterated or English. */
function formatBook(n: number, random: () => number): string {
  const isArabic = n % 10 < 6;
  const vocabulary = isArabic ? arabic : latin;
  const title = vocabulary.makeText(2, 6);
  const description = vocabulary.makeText(18, 45);
  const author = makeAuthorName(getAuthor(n));
  const genre = genreNames[n % genreNames.length] ?? "";
  const isRated = random() < 0.3;
  const hasAudio = random() < 0.2;
  const minute = new Date(Date.UTC(2020, 0, 1) + n * 180_000).toISOString().slice(0, -1);
  const created = `${minute}${String(n % 1000).padStart(3, "0")}Z`;
  return formatRow(
    getBookId(n),
    title,
    description,
    isArabic ? "ar" : "en",
    isArabic ? "rtl" : "ltr",
    "published",
    random() < 0.9,
    author,
    genre,
    "0123456789abcdef",
    80 + Math.floor(random() * 500),
    true,
    hasAudio,
    hasAudio ? Math.floor(random() * 40_000) : "\\N",
    isRated ? 3 : 0,
    isRated ? Math.ceil(random() * 10) / 2 : "\\N",
    Math.floor(1 / (random() + 0.0001)),
    normalizeSearchText(title),
    toSearchVector({ titles: [title], people: [author], about: [description, genre] }),
    created,
    created,
  );
}
