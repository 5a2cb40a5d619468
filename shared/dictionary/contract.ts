import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { fileAnswers } from "#shared/api/file-answers.ts";
import { JobResult, line, prose } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

export const maxGlossaryTerms = 500;
export const maxLookedUpLength = 100;

export const PartOfSpeech = z.enum(["noun", "verb", "adj", "adv"]);
export type PartOfSpeech = z.infer<typeof PartOfSpeech>;

export const EnglishEntry = z.object({
  headword: z.string(),
  /** The entry is of another form than the requested one. */
  isGuess: z.boolean(),
  senses: z.array(
    z.object({
      part: PartOfSpeech,
      definition: z.string(),
      examples: z.array(z.string()),
      synonyms: z.array(z.string()),
    }),
  ),
});
export type EnglishEntry = z.infer<typeof EnglishEntry>;

/** A term of a book, explained by its author. */
export const GlossaryTerm = z.strictObject({
  term: line(100),
  definition: prose(1000).check(z.minLength(1)),
});
export type GlossaryTerm = z.infer<typeof GlossaryTerm>;

const bookParams = z.strictObject({ bookId: BookId });

export const dictionaryContract = {
  lookUpEnglish: route({
    method: "GET",
    path: "/api/dictionary/english",
    access: "guest",
    budget: "search",
    summary: "Looks up an English word in WordNet, also by its inflected forms",
    unwatched: "The dictionary changes only with a new version of the server.",
    query: z.strictObject({ word: line(maxLookedUpLength) }),
    response: z.object({ entries: z.array(EnglishEntry) }),
  }),

  getBookGlossary: route({
    method: "GET",
    path: "/api/books/:bookId/glossary",
    access: "guest",
    summary: "The terms that the author of a book explains",
    reads: ["glossary"],
    errors: ["not_found"],
    params: bookParams,
    response: z.object({ terms: z.array(GlossaryTerm) }),
  }),

  getEditedGlossary: route({
    method: "GET",
    path: "/api/publishing/books/:bookId/glossary",
    access: "publisher",
    summary: "The glossary of a book with its version, for its author, co-authors and staff",
    reads: ["glossary"],
    errors: ["not_found"],
    params: bookParams,
    response: z.object({ terms: z.array(GlossaryTerm), version: z.int() }),
  }),

  saveGlossary: route({
    method: "PUT",
    path: "/api/publishing/books/:bookId/glossary",
    access: "publisher",
    summary: "Replaces the glossary of a book and records the change",
    changes: ["glossary", "publication"],
    errors: ["not_found", "conflict"],
    params: bookParams,
    body: z.strictObject({
      version: z.int(),
      terms: z.array(GlossaryTerm).check(z.maxLength(maxGlossaryTerms)),
    }),
    response: JobResult,
  }),

  restoreGlossary: route({
    method: "POST",
    path: "/api/publishing/books/:bookId/glossary/changes/:changeId/restore",
    access: "publisher",
    summary: "Sets the glossary of a book to its terms before one of the last 50 changes",
    changes: ["glossary", "publication"],
    errors: ["not_found", "conflict"],
    params: z.strictObject({ bookId: BookId, changeId: z.string().check(z.regex(/^\d{1,18}$/)) }),
    response: JobResult,
  }),
};

/** The same for everyone. */
export const englishFilePath = "/api/dictionary/english/file";

export const dictionaryStreams = {
  getEnglishFile: stream({
    method: "GET",
    path: englishFilePath,
    access: "guest",
    scope: "read",
    summary: "WordNet in compressed blocks with an index, for use without a connection",
    answers: fileAnswers,
    produces: "application/octet-stream",
  }),
};
