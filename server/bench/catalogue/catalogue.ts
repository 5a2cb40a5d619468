import pg from "pg";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { updatePopularBooks } from "#server/features/books/search/popular-book-queries.ts";
import { toNameVector, toSearchVector } from "#server/features/books/search/search-terms.ts";
import { recomputeWordCounts } from "#server/features/books/search/search-word-queries.ts";
import { updateTransliterationKeys } from "#server/features/books/search/vocabulary.ts";
import { BackgroundQueries } from "./background-queries.ts";
import { copy, dropIndexes, formatRow, getId, numbered } from "./copy.ts";
import { createRandom, Vocabulary } from "./random-words.ts";

const batchSize = 20_000;
const authorsPerBook = 0.1;
const genreNames = "Quran Hadith Sira Fiqh History Biography Poetry Stories Children Language Travel Thought"
  .split(" ")
  .map((name) => `${name} shelf`);

export const getBookId = (n: number) => getId("b", n);

const arabic = new Vocabulary("arabic", 42_000, 1);
const latin = new Vocabulary("latin", 28_000, 2);

export const countBooks = (bench: Bench) => bench.count("books where id::text like 'b0000000-%'");

/** Fills the bench's database up to a number of books, people and genres. */
export async function loadBooks(bench: Bench, requested: number): Promise<void> {
  const loaded = await countBooks(bench);
  if (loaded >= requested) return;

  const client = new pg.Client({ connectionString: bench.databaseUrl });
  await client.connect();
  const startedAt = performance.now();
  const indexes = requested - loaded > 50_000 ? await dropIndexes(client, ["books"]) : [];
  await client.query("set session_replication_role = replica");
  if (loaded === 0) await copyGenres(client);
  await copyPeople(client, loaded, requested);
  await client.query("set session_replication_role = origin");
  for (let from = loaded; from < requested; from += batchSize) {
    bench.step(`loading books: ${from.toLocaleString("en")} of ${requested.toLocaleString("en")}`);
    await copyBooks(client, from, Math.min(from + batchSize, requested));
  }
  bench.step("building the indexes");
  const building = new BackgroundQueries(bench.databaseUrl);
  for (const { create } of indexes) building.add(create);
  await building.end();
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

async function copyGenres(client: pg.Client): Promise<void> {
  const lines = genreNames.map((name, n) => formatRow(getId("e", n), name, n));
  await copy(client, "genres (id, name, position)", lines);
}

/** How many people read a book: half of the books nobody, the most read thousands. */
export const getReaderCount = (book: number): number =>
  Math.floor(0.46 / (createRandom(book * 3 + 1)() + 0.00005));

/** The half stars that each of three people gave a book; null for most books. */
export function getHalfStars(book: number): number | null {
  const random = createRandom(book * 3 + 2);
  return random() < 0.3 ? Math.ceil(random() * 10) : null;
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

const describedCount = 20_000;

/** Descriptions with their part of a search vector. */
const descriptions = new Map<Vocabulary, { readonly text: string; readonly vector: string }[]>();

/** A new description takes longer than the rest of a book, so that later books have one of the first again. */
function makeDescription(
  vocabulary: Vocabulary,
  n: number,
): { readonly text: string; readonly vector: string } {
  const known = descriptions.get(vocabulary) ?? [];
  descriptions.set(vocabulary, known);
  const at = known.length < describedCount ? known.length : (n * 7_919) % describedCount;
  if (!known[at]) {
    const text = vocabulary.makeText(18, 45);
    known.push({ text, vector: toSearchVector({ titles: [], people: [], about: [text] }) });
  }
  return known[at] as (typeof known)[number];
}

/** Six of ten books are Arabic, the rest transliterated or English. */
function formatBook(n: number, random: () => number): string {
  const isArabic = n % 10 < 6;
  const vocabulary = isArabic ? arabic : latin;
  const title = vocabulary.makeText(2, 6);
  const description = makeDescription(vocabulary, n);
  const author = makeAuthorName(getAuthor(n));
  const genre = genreNames[n % genreNames.length] ?? "";
  const halfStars = getHalfStars(n);
  const hasAudio = random() < 0.2;
  const minute = new Date(Date.UTC(2020, 0, 1) + n * 180_000).toISOString().slice(0, -1);
  const created = `${minute}${String(n % 1000).padStart(3, "0")}Z`;
  return formatRow(
    getBookId(n),
    title,
    description.text,
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
    halfStars ? 3 : 0,
    halfStars ? halfStars / 2 : "\\N",
    getReaderCount(n),
    normalizeSearchText(title),
    `${toSearchVector({ titles: [title], people: [author], about: [genre] })} ${description.vector}`,
    created,
    created,
  );
}
