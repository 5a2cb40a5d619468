import { getNormalizedWords, toSkeleton } from "#shared/books/normalize-search-text.ts";
import { splitCompoundName } from "#shared/books/person-names.ts";
import { stopWords } from "#shared/books/stop-words.ts";

export interface SearchedText {
  /** Title and subtitle. */
  readonly titles: readonly string[];
  /** Contributors' names and the series. */
  readonly people: readonly string[];
  /** Description, genres and tropes. */
  readonly about: readonly string[];
}

type Weight = "A" | "B" | "C" | "D";

/** Postgres refuses positions above this. */
const lastPosition = 16_383;
const aboutTexts = 1_000;
const maxWordLength = 60;

/**
 * The search vector of a book: title words have weight A, contributors B, the description D; skeletons of
 * titles and contributors C. Built here, because normalizing in SQL takes 20 times as long.
 *
 * @returns a tsvector as text
 */
export function toSearchVector({ titles, people, about }: SearchedText): string {
  const entries = new Map<string, string[]>();
  let position = 0;
  const addLexeme = (lexeme: string, weight: Weight) => {
    if (lexeme === "" || lexeme.length > maxWordLength) return;
    const positions = entries.get(lexeme) ?? [];
    if (positions.length < 16) entries.set(lexeme, [...positions, `${position}${weight}`]);
  };
  const addName = (text: string, weight: Weight) => {
    for (const word of listIndexedWords(text)) {
      position = Math.min(position + 1, lastPosition);
      addLexeme(word, weight);
      if (toSkeleton(word) !== word) addLexeme(toSkeleton(word), isArabic(word) ? weight : "C");
    }
    position = Math.min(position + 10, lastPosition);
  };

  for (const title of titles) addName(title, "A");
  for (const name of people) addName(name, "B");
  for (const word of about.flatMap(getNormalizedWords).flatMap(withParts).slice(0, aboutTexts)) {
    position = Math.min(position + 1, lastPosition);
    addLexeme(word, "D");
    if (isArabic(word) && toSkeleton(word) !== word) addLexeme(toSkeleton(word), "D");
  }
  return [...entries].map(([lexeme, positions]) => `'${lexeme}':${positions.join(",")}`).join(" ");
}

/** The search vector of a contributor or a series. */
export const toNameVector = (name: string) => toSearchVector({ titles: [name], people: [], about: [] });

/**
 * The words of a name. Hyphenated words are also joined (`well-known` is `well`, `known` and `wellknown`),
 * and compound names also split (`abdulaziz` is `abdulaziz`, `abd` and `aziz`).
 */
function listIndexedWords(text: string): string[] {
  return text.split(/\s+/).flatMap((chunk) => {
    const words = getNormalizedWords(chunk);
    const joined = words.length > 1 && hasHyphen(chunk) ? [words.join("")] : [];
    return [...words.flatMap(withParts), ...joined];
  });
}

const withParts = (word: string) => [word, ...splitCompoundName(word)];
const hasHyphen = (chunk: string) => /\p{L}\p{M}*[-\u2010-\u2015\u2212]+\P{N}*\p{L}/u.test(chunk);
const isArabic = (word: string) => /^\p{Script=Arabic}/u.test(word);

export interface SearchTerm {
  readonly word: string;
  /** The same, joined with preceding hyphenated words: `albukhari`. */
  readonly joined: string | null;
  readonly isStart: boolean;
}

const articles = new Set(
  "al el ul il as us es ash ach ech ar ur er an en at et ath ad ed adh edh az ez aal wal bil".split(" "),
);
const maxWords = 12;

export function parseSearchWords(text: string): SearchTerm[] {
  const chunks = text.split(/\s+/).filter((chunk) => getNormalizedWords(chunk).length > 0);
  const allWords = chunks.flatMap((chunk) => {
    const words = getNormalizedWords(chunk);
    const isJoined = words.length > 1 && hasHyphen(chunk);
    return words.flatMap(addParts).map((word, n, { length }) => ({
      word: word.slice(0, maxWordLength),
      joined: isJoined && n === length - 1 ? words.join("").slice(0, maxWordLength) : null,
      isArticle: (isJoined && n === 0 && isArticle(word, words[1])) || /^(al|el)$/.test(word),
    }));
  });
  const significant = allWords.filter(({ word, isArticle }) => !isArticle && !stopWords.has(word));
  const searchedWords = (significant.length ? significant : allWords).slice(0, maxWords);
  const endsOpen = !/\s$/.test(text);
  return searchedWords.map(({ word, joined }, n) => ({
    word,
    joined,
    isStart: endsOpen && n === searchedWords.length - 1 && word === allWords.at(-1)?.word && word.length >= 3,
  }));
}

/** After a conjunction or preposition, the article takes the next letter: `wan-nihaya`, `fit-tibb`. */
const isArticle = (word: string, next = "") =>
  articles.has(word) || (/^(?:wa|fi|bi)(?:sh|[dnrstz])$/.test(word) && next.startsWith(word.slice(2)));

function addParts(word: string): string[] {
  const parts = splitCompoundName(word);
  return parts.length > 0 ? parts : [word];
}

export interface ParsedSearch {
  readonly word: string;
  readonly lexemes: readonly string[];
  readonly starts: readonly string[];
}

const minPrefixLength = 5;

/**
 * @param spellings equivalents of the word in any script
 * @param endings all words that begin with it, where they are known: the index reads the postings of listed words
 * only as far as needed, but those of a prefix completely
 */
export function parseSearch(
  searchTerm: SearchTerm,
  spellings: readonly string[],
  endings: readonly string[] | null = null,
): ParsedSearch {
  const { word, joined } = searchTerm;
  const words = [word, ...spellings, ...(joined ? [joined] : [])];
  const skeletonWord = toSkeleton(word);
  const skeletonPrefixes = skeletonWord.length >= minPrefixLength ? [skeletonWord] : [];
  // The vocabulary contains the skeletons of Arabic words only.
  const isListed = searchTerm.isStart && endings !== null && (skeletonWord === word || isArabic(word));
  const listedEndings = (isListed ? endings : []).filter((each) =>
    [word, ...skeletonPrefixes].some((start) => each.startsWith(start)),
  );
  return {
    word,
    lexemes: [...new Set([...words.flatMap((each) => [each, toSkeleton(each)]), ...listedEndings])].filter(
      Boolean,
    ),
    starts: searchTerm.isStart && !isListed ? [...new Set([word, ...skeletonPrefixes])] : [],
  };
}

/**
 * The same matches with fewer lexemes: a search vector that has an Arabic word has its skeleton with the same
 * weight.
 */
export const withoutImpliedLexemes = (searches: readonly ParsedSearch[]): ParsedSearch[] =>
  searches.map((search) => ({
    ...search,
    lexemes: search.lexemes.filter((each) => !isImplied(each, search)),
  }));

function isImplied(lexeme: string, { lexemes }: ParsedSearch): boolean {
  const skeleton = toSkeleton(lexeme);
  if (!isArabic(lexeme) || skeleton === lexeme || !lexemes.includes(skeleton)) return false;
  // Of الألباني, the vector has the skeleton الباني, but not its skeleton باني.
  return !lexemes.some((other) => other !== lexeme && toSkeleton(other) === lexeme);
}

export function formatQuery(searches: readonly ParsedSearch[]): string {
  return searches
    .map(({ lexemes, starts }) => {
      const exact = lexemes.filter((lexeme) => !starts.includes(lexeme));
      const terms = [...exact.map((lexeme) => `'${lexeme}'`), ...starts.map((lexeme) => `'${lexeme}':*`)];
      return `(${terms.join(" | ")})`;
    })
    .join(" & ");
}

export const formatTypedQuery = (searches: readonly ParsedSearch[]) =>
  searches.map(({ word }) => `'${word}'`).join(" & ");
