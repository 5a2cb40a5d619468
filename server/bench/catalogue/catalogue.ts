import type pg from "pg";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { Bench } from "#server/bench/core/bench.ts";
import { updatePopularBooks } from "#server/features/books/search/popular-book-queries.ts";
import { toNameVector, toSearchVector } from "#server/features/books/search/search-terms.ts";
import { recomputeWordCounts } from "#server/features/books/search/search-word-queries.ts";
import { updateTransliterationKeys } from "#server/features/books/search/vocabulary.ts";
import { createRandom } from "#server/testing/books/new-edition.ts";
import { copy, dropIndexes, getId, openBulkPool } from "./copy.ts";
import { Vocabulary } from "./random-words.ts";

const batchSize = 20_000;
const authorsPerBook = 0.1;
const genreNames = "Quran Hadith Sira Fiqh History Biography Poetry Stories Children Language Travel Thought"
  .split(" ")
  .map((name) => `${name} shelf`);

const getBookId = (n: number) => getId("b", n);

const arabic = new Vocabulary("arabic", 42_000, 1);
const latin = new Vocabulary("latin", 28_000, 2);

export const countBooks = (bench: Bench) => bench.count("books where id::text like 'b0000000-%'");

/** Fills the bench's database up to a number of books, people and genres. */
export async function loadBooks(bench: Bench, requested: number): Promise<void> {
  const loaded = await countBooks(bench);
  if (loaded >= requested) return;

  const pool = openBulkPool(bench.databaseUrl);
  const client = await pool.connect();
  const startedAt = performance.now();
  const indexes = requested - loaded > 50_000 ? await dropIndexes(client, ["books"]) : [];
  await copyPeople(client, loaded, requested);
  // The triggers of books count them.
  await client.query("set session_replication_role = origin");
  for (let from = loaded; from < requested; from += batchSize) {
    bench.step(`loading books: ${from.toLocaleString("en")} of ${requested.toLocaleString("en")}`);
    const random = createRandom(from + 77);
    const range = [from, Math.min(from + batchSize, requested)] as const;
    await copy(client, "books", range, (n) => makeBook(n, random));
  }
  client.release();
  bench.step("building the indexes");
  await Promise.all(indexes.map(({ create }) => pool.query(create)));
  await pool.end();
  await bench.sql("vacuum analyze");
  bench.step("counting the words");
  await recomputeWordCounts(bench.services.db);
  await updateTransliterationKeys(bench.services.db);
  await updatePopularBooks(bench.services.db);
  await bench.sql("analyze search_words, popular_books");
  const seconds = (performance.now() - startedAt) / 1000;
  bench.note(
    `${requested.toLocaleString("en")} books loaded by COPY, indexed and counted in ${seconds.toFixed(0)} s`,
  );
}

const getAuthor = (book: number) => Math.floor(book * authorsPerBook);

function makeAuthorName(n: number): string {
  const { words } = n % 10 < 6 ? arabic : latin;
  const getWord = (step: number) => words[(n * step) % words.length] ?? "";
  return `${getWord(7)} ${getWord(13)} ${n}`;
}

async function copyPeople(client: pg.Client, from: number, to: number): Promise<void> {
  const people = [from === 0 ? 0 : getAuthor(from - 1) + 1, getAuthor(to - 1) + 1] as const;
  const genres = [0, from === 0 ? genreNames.length : 0] as const;
  await copy(client, "genres", genres, (n) => ({
    id: getId("e", n),
    name: genreNames[n] ?? "",
    position: n,
  }));
  await copy(client, "contributors", people, (n) => {
    const name = makeAuthorName(n);
    const [normalized_name, search_vector] = [normalizeSearchText(name), toNameVector(name)];
    return { id: getId("a", n), name, normalized_name, search_vector };
  });
  await copy(client, "book_contributors", [from, to], (n) => {
    return { book_id: getBookId(n), contributor_id: getId("a", getAuthor(n)), role: "author", position: 0 };
  });
  await copy(client, "book_genres", [from, to], (n) => {
    return { book_id: getBookId(n), genre_id: getId("e", n % genreNames.length), position: 0 };
  });
}

const describedCount = 20_000;

const createDescriptions = (vocabulary: Vocabulary) => {
  const known: { readonly text: string; readonly vector: string }[] = [];
  /** A new description takes longer than the rest of a book, so that later books have one of the first again. */
  return (n: number) => {
    const reused = known.length < describedCount ? undefined : known[(n * 7_919) % describedCount];
    if (reused) return reused;
    const text = vocabulary.makeText(18, 45);
    const description = { text, vector: toSearchVector({ titles: [], people: [], about: [text] }) };
    known.push(description);
    return description;
  };
};
const [describeArabic, describeLatin] = [createDescriptions(arabic), createDescriptions(latin)];

/** Six of ten books are Arabic, the rest transliterated or English. Half of them nobody reads. */
function makeBook(n: number, random: () => number) {
  const isArabic = n % 10 < 6;
  const vocabulary = isArabic ? arabic : latin;
  const title = vocabulary.makeText(2, 6);
  const description = (isArabic ? describeArabic : describeLatin)(n);
  const author = makeAuthorName(getAuthor(n));
  const genre = genreNames[n % genreNames.length] ?? "";
  const vector = toSearchVector({ titles: [title], people: [author], about: [genre] });
  const halfStars = random() < 0.3 ? Math.ceil(random() * 10) : 0;
  const hasAudio = random() < 0.2;
  const minute = new Date(Date.UTC(2020, 0, 1) + n * 180_000).toISOString().slice(0, -1);
  const created = `${minute}${String(n % 1000).padStart(3, "0")}Z`;
  return {
    id: getBookId(n),
    title,
    description: description.text,
    language: isArabic ? "ar" : "en",
    direction: isArabic ? "rtl" : "ltr",
    state: "published",
    is_free: random() < 0.9,
    author,
    genre,
    cover_hash: "0123456789abcdef",
    page_count: 80 + Math.floor(random() * 500),
    has_ebook: true,
    has_audiobook: hasAudio,
    duration: hasAudio ? Math.floor(random() * 40_000) : "\\N",
    rating_count: halfStars ? 3 : 0,
    average_rating: halfStars ? halfStars / 2 : "\\N",
    popularity: Math.floor(0.46 / (random() + 0.00005)),
    normalized_title: normalizeSearchText(title),
    search_vector: `${vector} ${description.vector}`,
    created_at: created,
    updated_at: created,
  };
}
