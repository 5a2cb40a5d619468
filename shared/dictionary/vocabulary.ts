import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { Cursor, Instant, JobResult, line, prose, queryInt, rawText } from "#shared/api/schemas.ts";
import { BookId, PreferredLanguage } from "#shared/books/book.ts";
import { Locator } from "#shared/positions/position.ts";

export const maxVocabularyWords = 5_000;
export const maxSentenceLength = 1_000;
export const maxReviewsPerDay = 10;

/** Days until a remembered word is asked again, by how often it was remembered in a row. */
export const reviewIntervals = [1, 3, 7, 16, 35, 90, 180] as const;

export const WordId = z.uuid().brand<"WordId">();
export type WordId = z.infer<typeof WordId>;

/** Where a word was looked up; the part of a locator that stands for a word. */
export const WordPlace = z.pick(Locator, { cfi: true, sentence: true, chapter: true, offset: true });
export type WordPlace = z.infer<typeof WordPlace>;

/** A word as saved by the reader. */
export const NewWord = z.strictObject({
  word: line(100),
  /** The form under which a dictionary has it. */
  headword: z.optional(line(100)),
  language: z.optional(PreferredLanguage),
  definition: z.optional(prose(2_000)),
  sentence: z.optional(prose(maxSentenceLength)),
  bookId: z.optional(BookId),
  place: z.optional(WordPlace),
});
export type NewWord = z.infer<typeof NewWord>;

export const VocabularyWord = z.object({
  id: WordId,
  word: z.string(),
  headword: z.string(),
  language: z.string(),
  definition: z.string(),
  sentence: z.string(),
  note: z.string(),
  /** Null without a book, and after it was deleted. */
  book: z.nullable(z.object({ id: BookId, title: z.string() })),
  place: z.nullable(WordPlace),
  savedAt: Instant,
  /** How often it was remembered in a row. */
  step: z.int(),
  dueAt: Instant,
});
export type VocabularyWord = z.infer<typeof VocabularyWord>;

const wordParams = z.strictObject({ wordId: WordId });

export const vocabularyContract = {
  listVocabulary: route({
    method: "GET",
    path: "/api/user/vocabulary",
    access: "reader",
    summary: "The words that the user saved, latest first",
    reads: ["vocabulary"],
    query: z.strictObject({
      search: z.optional(rawText(100)),
      bookId: z.optional(BookId),
      /** Only this word, without regard to case, vowel signs and variants of letters. */
      word: z.optional(line(100)),
      limit: queryInt(1, 100),
      cursor: z.optional(Cursor),
    }),
    rows: "words",
    response: z.object({ words: z.array(VocabularyWord), nextCursor: z.nullable(Cursor) }),
  }),

  getVocabularySummary: route({
    method: "GET",
    path: "/api/user/vocabulary/summary",
    access: "reader",
    summary: "How many words the user saved, by book, and those to review today",
    reads: ["vocabulary"],
    response: z.object({
      total: z.int(),
      books: z.array(z.object({ id: BookId, title: z.string(), count: z.int() })),
      /** At most ten in a day. */
      review: z.array(VocabularyWord),
    }),
  }),

  /** The device generates the id, so that sending it twice is harmless. */
  saveWord: route({
    method: "PUT",
    path: "/api/user/vocabulary/:wordId",
    access: "reader",
    summary: "Saves a looked-up word with its sentence and place",
    changes: ["vocabulary"],
    errors: ["conflict"],
    params: wordParams,
    body: NewWord,
    response: JobResult,
  }),

  editWord: route({
    method: "PATCH",
    path: "/api/user/vocabulary/:wordId",
    access: "reader",
    summary: "Changes the note on a saved word",
    changes: ["vocabulary"],
    errors: ["not_found"],
    params: wordParams,
    body: z.strictObject({ note: prose(2_000) }),
    response: JobResult,
  }),

  deleteWord: route({
    method: "DELETE",
    path: "/api/user/vocabulary/:wordId",
    access: "reader",
    summary: "Deletes a saved word",
    changes: ["vocabulary"],
    errors: ["not_found"],
    params: wordParams,
    response: JobResult,
  }),

  reviewWord: route({
    method: "POST",
    path: "/api/user/vocabulary/:wordId/reviews",
    access: "reader",
    summary: "Records whether the user remembered a word, once for each step",
    changes: ["vocabulary"],
    errors: ["not_found"],
    params: wordParams,
    body: z.strictObject({ step: z.int().check(z.gte(0), z.lte(1_000)), isRemembered: z.boolean() }),
    response: JobResult,
  }),
};

export const vocabularyStreams = {
  exportVocabulary: stream({
    method: "GET",
    path: "/api/user/vocabulary/export",
    access: "reader",
    budget: "export",
    summary: "The user's words as tab-separated values for Anki",
    produces: "text/tab-separated-values",
  }),
};
