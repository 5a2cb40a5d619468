import * as z from "zod/mini";
import { SyncLevel } from "#shared/alignment/map.ts";
import { route, stream } from "#shared/api/contract.ts";
import { fileAnswers } from "#shared/api/file-answers.ts";
import { Instant, rawText, Seconds } from "#shared/api/schemas.ts";
import { Portion } from "#shared/books/access.ts";
import { Book, BookId, BookKind, Direction, PreferredLanguage } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";

/** A spine document. */
export const SpineItem = z.object({
  index: z.int(),
  /** In the EPUB, percent-decoded, without a leading slash. */
  path: z.string(),
  isLinear: z.boolean(),
  wordCount: z.int(),
  sentenceCount: z.int(),
  isMissing: z.boolean(),
  /** After the end of the sample. */
  isLocked: z.boolean(),
});
export type SpineItem = z.infer<typeof SpineItem>;

/**
 * An entry of the table of contents; `href` is a path in the EPUB with an optional fragment, empty for a
 * heading.
 */
export interface TocItem {
  label: string;
  href: string;
  /** The number in its document of the sentence at which it starts; absent at the start of the document. */
  sentence?: number;
  children: TocItem[];
}
export const TocItem: z.ZodMiniType<TocItem> = z.object({
  label: z.string(),
  href: z.string(),
  sentence: z.optional(z.int()),
  get children() {
    return z.array(TocItem);
  },
}) as unknown as z.ZodMiniType<TocItem>;

export const Ebook = z.object({
  bookId: BookId,
  title: z.string(),
  author: z.string(),
  language: z.string(),
  /** Scripture is not read by a synthetic voice. */
  kind: BookKind,
  direction: Direction,
  layout: z.enum(["reflowable", "pre-paginated"]),
  version: z.string(),
  /** The path of the package document in the EPUB. */
  packagePath: z.string(),
  spine: z.array(SpineItem),
  toc: z.array(TocItem),
  /** Every servable entry with its uncompressed size. */
  entries: z.array(z.tuple([z.string(), z.int()])),
  wordCount: z.int(),
  pageCount: z.int(),
  portion: Portion,
  hasAudiobook: z.boolean(),
});
export type Ebook = z.infer<typeof Ebook>;

/**
 * Sentence id, start and end in seconds from the chapter's start, and confidence from 0 to 1. The end is that
 * of its last word.
 */
export const SyncedSentence = z.tuple([SentenceId, Seconds, Seconds, z.number()]);
export type SyncedSentence = z.infer<typeof SyncedSentence>;

export const SyncMap = z.object({
  bookId: BookId,
  version: z.string(),
  chapters: z.array(
    z.object({
      chapterNumber: z.int(),
      /** Changes with the map of this chapter. */
      version: z.string(),
      level: SyncLevel,
      sentences: z.array(SyncedSentence),
    }),
  ),
});
export type SyncMap = z.infer<typeof SyncMap>;

export const QuranSentence = z.object({
  sentence: SentenceId,
  /**
   * Character ranges `[start, end)` in UTF-16 units of the trimmed text with collapsed white space, in order.
   */
  ranges: z.array(z.tuple([z.int(), z.int()])),
  /** The words of the ranges; absent in replies that were kept offline before it existed. */
  text: z.optional(z.string()),
  isWhole: z.boolean(),
});
export type QuranSentence = z.infer<typeof QuranSentence>;

export const QuranPassages = z.object({
  spineIndex: z.int(),
  isCompared: z.boolean(),
  sentences: z.array(QuranSentence),
});
export type QuranPassages = z.infer<typeof QuranPassages>;

/** A few sentences of a narrated book with their times in the chapter. */
export const DemoPassage = z.object({
  book: Book,
  chapterNumber: z.int(),
  sentences: z.array(z.object({ id: SentenceId, text: z.string(), start: Seconds, end: Seconds })),
});
export type DemoPassage = z.infer<typeof DemoPassage>;

/** Where a reader stopped. Nothing in it lies ahead of what was measurably read. */
export const Recap = z.object({
  /** The last time that the book was read or heard. */
  lastReadAt: Instant,
  /** The first sentence that was not read. */
  sentence: SentenceId,
  /** The paragraph up to it, or paragraphs when it is short, one per line; empty when the reader may no longer read them. */
  excerpt: z.string(),
});
export type Recap = z.infer<typeof Recap>;

export const SpeechChoices = z.strictObject({
  rate: z.optional(z.number().check(z.gte(0.5), z.lte(3))),
  /** Seconds between sentences; null pauses after each. */
  gap: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(30)))),
  pausesAtVerses: z.optional(z.boolean()),
  follows: z.optional(z.boolean()),
  /** The voice name of the device per language; other devices may not have it. */
  voices: z.optional(
    z.record(rawText(8), rawText(200)).check(z.refine((voices) => Object.keys(voices).length <= 100)),
  ),
});
export type SpeechChoices = z.infer<typeof SpeechChoices>;

export const ReaderSettings = z.strictObject({
  flow: z.optional(z.enum(["paginated", "scrolled"])),
  theme: z.optional(z.enum(["system", "light", "sepia", "dark", "black"])),
  /** The strongest colours of the theme. */
  highContrast: z.optional(z.boolean()),
  latinFont: z.optional(z.enum(["literata", "inter", "fraunces", "opendyslexic", "own", "publisher"])),
  arabicFont: z.optional(z.enum(["amiri", "noto-naskh", "own", "publisher"])),
  /** Pixels. */
  fontSize: z.optional(z.int().check(z.gte(10), z.lte(48))),
  lineHeight: z.optional(z.number().check(z.gte(1), z.lte(3))),
  /** Ems in addition to the font's own. */
  wordSpacing: z.optional(z.number().check(z.gte(0), z.lte(1))),
  /** Ems in addition to the font's own; Arabic letters stay joined. */
  letterSpacing: z.optional(z.number().check(z.gte(0), z.lte(0.5))),
  /** Ems between paragraphs; 0 as in the book. */
  paragraphSpacing: z.optional(z.number().check(z.gte(0), z.lte(3))),
  /** Displays Arabic without tashkeel, except for Qur'an verses. */
  hidesTashkeel: z.optional(z.boolean()),
  /** Percent of the width on each side. */
  margin: z.optional(z.int().check(z.gte(0), z.lte(25))),
  /** 0 for automatic. */
  columns: z.optional(z.int().check(z.gte(0), z.lte(2))),
  /** Null for automatic: text in two columns is justified. */
  justify: z.optional(z.nullable(z.boolean())),
  hyphenate: z.optional(z.boolean()),
  pageTurn: z.optional(z.enum(["slide", "fade", "none"])),
  /** A band for some lines, or everything but one line faded. */
  guide: z.optional(z.enum(["none", "ruler", "line"])),
  speech: z.optional(SpeechChoices),
  /** The hint about tap zones was shown. */
  knowsTapZones: z.optional(z.boolean()),
});
export type ReaderSettings = z.infer<typeof ReaderSettings>;

const bookParams = z.strictObject({ bookId: BookId });

export const readerContract = {
  getEbook: route({
    method: "GET",
    path: "/api/books/:bookId/ebook",
    access: "guest",
    scope: "read",
    summary: "The data to open a book: spine, contents, entries and readable range",
    unwatched: "An open book keeps its files",
    params: bookParams,
    response: Ebook,
  }),

  /** Empty when the formats are not aligned. */
  getSyncMap: route({
    method: "GET",
    path: "/api/books/:bookId/sync",
    access: "guest",
    scope: "read",
    summary: "The sync map: the time of each sentence in the audio",
    unwatched: "An open book keeps its files",
    params: bookParams,
    response: SyncMap,
  }),

  /**
   * Qur'an passages: in ornate brackets, fully vowelled before a verse number, marked up (a name, class,
   * type, role or `data-` attribute with a word such as `quran` or `ayah`), or four or more consecutive
   * words of the Qur'an.
   */
  getQuranPassages: route({
    method: "GET",
    path: "/api/books/:bookId/ebook/quran/:spineIndex",
    access: "guest",
    summary: "The Qur'an passages of a document, which text-to-speech skips",
    unwatched: "An open book keeps its files",
    params: z.strictObject({
      ...bookParams.shape,
      spineIndex: z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000)),
    }),
    response: QuranPassages,
    errors: ["unauthenticated", "subscription_required", "forbidden", "not_found"],
  }),

  /** Empty for a book without a list of print pages. */
  getPrintedPages: route({
    method: "GET",
    path: "/api/books/:bookId/ebook/pages",
    access: "guest",
    summary: "The pages of the printed edition, by the sentence that each starts at",
    unwatched: "An open book keeps its files",
    params: bookParams,
    response: z.array(z.object({ label: z.string(), sentence: SentenceId })),
    errors: ["unauthenticated", "subscription_required", "forbidden", "not_found"],
  }),

  getReaderSettings: route({
    method: "GET",
    path: "/api/books/:bookId/reader-settings",
    access: "reader",
    summary: "The user's reader settings, for all books and for this book",
    reads: ["reader-settings"],
    params: bookParams,
    response: z.object({ everywhere: ReaderSettings, inThisBook: ReaderSettings }),
  }),

  saveReaderSettings: route({
    method: "PUT",
    path: "/api/books/:bookId/reader-settings",
    access: "reader",
    summary: "Updates the user's reader settings",
    changes: ["reader-settings", "reading-defaults"],
    params: bookParams,
    body: z.strictObject({ everywhere: z.optional(ReaderSettings), inThisBook: z.optional(ReaderSettings) }),
    response: z.object({ everywhere: ReaderSettings, inThisBook: ReaderSettings }),
  }),

  getReadingDefaults: route({
    method: "GET",
    path: "/api/user/reader-settings",
    access: "reader",
    summary: "The user's default reader settings",
    reads: ["reading-defaults"],
    response: ReaderSettings,
  }),

  saveReadingDefaults: route({
    method: "PUT",
    path: "/api/user/reader-settings",
    access: "reader",
    summary: "Updates the user's default reader settings",
    changes: ["reader-settings", "reading-defaults"],
    body: ReaderSettings,
    response: ReaderSettings,
  }),

  /** Null without a free book whose text and audio are aligned. */
  getDemoPassage: route({
    method: "GET",
    path: "/api/books/demo/passage",
    access: "guest",
    summary: "The passage of the read-along preview on the landing page",
    unwatched: "The demo library is fixed",
    query: z.strictObject({ preferLanguage: PreferredLanguage }),
    response: z.nullable(DemoPassage),
  }),

  /** Null before anything was measurably read, and when the book was read in the last seven days. */
  getRecap: route({
    method: "GET",
    path: "/api/books/:bookId/recap",
    access: "reader",
    summary: "Where the user stopped reading, after seven days away",
    unwatched: "Shown once, when the book is opened",
    params: bookParams,
    response: z.nullable(Recap),
  }),

  searchInBook: route({
    method: "GET",
    path: "/api/books/:bookId/ebook/search",
    access: "guest",
    scope: "read",
    budget: "search",
    summary: "Searches the text of a book: passages with the phrase first, then those with all of its words",
    unwatched: "An open book keeps its files",
    params: bookParams,
    query: z.strictObject({
      /** Words; a phrase in quotation marks is found as it is written, a word after a minus is excluded. */
      search: rawText(200).check(z.minLength(1)),
      /** Not as parts of longer words. */
      wholeWords: z.optional(z.stringbool()),
      /** The greatest distance from each word to any other, in words. */
      near: z.optional(z.coerce.number().check(z.int(), z.gte(1), z.lte(100))),
      /** Words and phrases that a sentence must not have. */
      exclude: z.optional(rawText(200)),
    }),
    response: z.object({
      hits: z.array(
        z.object({
          spineIndex: z.int(),
          sentence: SentenceId,
          /** The search as it is written; otherwise its words. */
          isExact: z.boolean(),
          before: z.string(),
          match: z.string(),
          after: z.string(),
          /** The characters of the sentence, white space not counted, before the match and up to its end. */
          start: z.int(),
          end: z.int(),
        }),
      ),
      isCapped: z.boolean(),
      /** What was searched instead, when no passage has all words; null when some do. */
      shownFor: z.nullable(z.string()),
    }),
  }),
};

export const readerStreams = {
  getEntry: stream({
    method: "GET",
    path: "/api/books/:bookId/ebook/:version/entries/*path",
    access: "guest",
    scope: "read",
    summary: "One file of the EPUB",
    errors: ["unauthenticated", "subscription_required"],
    answers: fileAnswers,
    params: z.strictObject({
      bookId: BookId,
      version: z.string().check(z.regex(/^[0-9a-f]{8,64}$/)),
      path: rawText(1024).check(z.minLength(1)),
    }),
    produces: "application/octet-stream",
  }),
};
