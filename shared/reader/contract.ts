import * as z from "zod/mini";
import { SyncLevel } from "#shared/alignment/map.ts";
import { route, stream } from "#shared/api/contract.ts";
import { Seconds } from "#shared/api/schemas.ts";
import { Portion } from "#shared/books/access.ts";
import { BookId, Direction } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";

/** One document of the reading order. */
export const SpineItem = z.object({
  /** Its place in the package's spine, which sentence ids are counted by. */
  index: z.int(),
  /** Inside the EPUB, percent-decoded, without a leading slash. */
  path: z.string(),
  isLinear: z.boolean(),
  wordCount: z.int(),
  /** The file is not in the EPUB: the reader says so and goes on. */
  isMissing: z.boolean(),
  /** Lies past the sample's end. */
  isLocked: z.boolean(),
});
export type SpineItem = z.infer<typeof SpineItem>;

/** A line of the table of contents; `href` is a path of the EPUB with an optional fragment, empty for a mere heading. */
export interface TocItem {
  label: string;
  href: string;
  children: TocItem[];
}
export const TocItem: z.ZodMiniType<TocItem> = z.object({
  label: z.string(),
  href: z.string(),
  get children() {
    return z.array(TocItem);
  },
}) as unknown as z.ZodMiniType<TocItem>;

/** What the reader needs before the first page. */
export const Ebook = z.object({
  bookId: BookId,
  title: z.string(),
  author: z.string(),
  language: z.string(),
  direction: Direction,
  layout: z.enum(["reflowable", "pre-paginated"]),
  /** Changes with the file; part of every entry's address, so that entries may be kept for ever. */
  version: z.string(),
  /** The package document's path inside the EPUB. */
  packagePath: z.string(),
  spine: z.array(SpineItem),
  toc: z.array(TocItem),
  /** Every entry that may be asked for: path and unpacked bytes. */
  entries: z.array(z.tuple([z.string(), z.int()])),
  wordCount: z.int(),
  pageCount: z.int(),
  portion: Portion,
  /** The book can also be heard. */
  hasAudiobook: z.boolean(),
  /** What is wrong with the file but does not stop it from being read. */
  warnings: z.array(z.string()),
});
export type Ebook = z.infer<typeof Ebook>;

/**
 * A sentence as it is heard: its id, start and end from the chapter's start, and how sure its time is (0 to 1). The end is
 * that of its last word: a rest, or what is heard but not written, belongs to no sentence.
 */
export const SyncedSentence = z.tuple([SentenceId, Seconds, Seconds, z.number()]);
export type SyncedSentence = z.infer<typeof SyncedSentence>;

export const SyncMap = z.object({
  bookId: BookId,
  version: z.string(),
  chapters: z.array(
    z.object({
      chapterNumber: z.int(),
      /** Of this chapter's map alone, as `syncStreams.getSyncedSentences` names it. */
      version: z.string(),
      level: SyncLevel,
      /** Those whose time is known, in the order they are heard; none at the level of chapters. */
      sentences: z.array(SyncedSentence),
    }),
  ),
});
export type SyncMap = z.infer<typeof SyncMap>;

/** A sentence that holds words of the Qur'an, which no machine is to speak. */
export const QuranSentence = z.object({
  sentence: SentenceId,
  /**
   * Which characters of it they are: UTF-16 units of its text with each run of white space one space and none at its ends,
   * from the first up to, not including, the second; in order.
   */
  ranges: z.array(z.tuple([z.int(), z.int()])),
  /** Outside of them there is nothing to say. */
  isWhole: z.boolean(),
});
export type QuranSentence = z.infer<typeof QuranSentence>;

/** What of a document is of the Qur'an, as far as the caller may read. */
export const QuranPassages = z.object({
  spineIndex: z.int(),
  /** Whether the text was compared with the Qur'an's; else brackets and marks alone have decided. */
  isCompared: z.boolean(),
  /** In the order of the text; sentences without any of it are left out. */
  sentences: z.array(QuranSentence),
});
export type QuranPassages = z.infer<typeof QuranPassages>;

/** How the reader is read to by a voice of the device; what is left out is as usual. */
export const SpeechChoices = z.strictObject({
  rate: z.optional(z.number().check(z.gte(0.5), z.lte(3))),
  /** Seconds between two sentences; null stops after each. */
  gap: z.optional(z.nullable(z.int().check(z.gte(0), z.lte(30)))),
  /** At a verse of the Qur'an, which no voice of a machine reads, it goes on when the reader says so. */
  pausesAtVerses: z.optional(z.boolean()),
  follows: z.optional(z.boolean()),
  /** For a language such as `en`, the voice as the device names it; another device may not have it. */
  voices: z.optional(
    z
      .record(z.string().check(z.maxLength(8)), z.string().check(z.maxLength(200)))
      .check(z.refine((voices) => Object.keys(voices).length <= 100)),
  ),
});
export type SpeechChoices = z.infer<typeof SpeechChoices>;

/** How the reader sets type; every field is optional, so that a book may differ in one alone. */
export const ReaderSettings = z.strictObject({
  flow: z.optional(z.enum(["paginated", "scrolled"])),
  theme: z.optional(z.enum(["system", "light", "sepia", "dark"])),
  latinFont: z.optional(z.enum(["literata", "inter", "fraunces", "publisher"])),
  arabicFont: z.optional(z.enum(["amiri", "noto-naskh", "publisher"])),
  /** Pixels. */
  fontSize: z.optional(z.int().check(z.gte(10), z.lte(48))),
  lineHeight: z.optional(z.number().check(z.gte(1), z.lte(3))),
  /** Per cent of the width, on each side. */
  margin: z.optional(z.int().check(z.gte(0), z.lte(25))),
  /** 0 lets the width decide. */
  columns: z.optional(z.int().check(z.gte(0), z.lte(2))),
  justify: z.optional(z.boolean()),
  hyphenate: z.optional(z.boolean()),
  speech: z.optional(SpeechChoices),
});
export type ReaderSettings = z.infer<typeof ReaderSettings>;

const ofBook = z.strictObject({ bookId: BookId });

export const readerContract = {
  getEbook: route({
    method: "GET",
    path: "/api/books/:bookId/ebook",
    access: "guest",
    summary: "What a reader needs to open a book: spine, contents, entries and how much may be read",
    params: ofBook,
    response: Ebook,
  }),

  /** Empty chapters when the two formats are not aligned. */
  getSyncMap: route({
    method: "GET",
    path: "/api/books/:bookId/sync",
    access: "guest",
    summary: "When each sentence of the text is heard",
    params: ofBook,
    response: SyncMap,
  }),

  /**
   * A passage is one when it stands in ornate brackets or fully voweled before a verse's number, when the book's markup says
   * so (a name, class, type, role or `data-` attribute with a word such as `quran` or `ayah`), or when four words or more
   * follow each other as in the Qur'an, however they are spelt and whatever numbers and signs stand between. It changes with
   * the file and our rules alone: asked with `If-None-Match`, the answer is 304 for as long as it holds.
   */
  getQuranPassages: route({
    method: "GET",
    path: "/api/books/:bookId/ebook/quran/:spineIndex",
    access: "guest",
    summary:
      "Which sentences of a document of the book are of the Qur'an, and are not to be spoken by a machine",
    params: z.strictObject({
      ...ofBook.shape,
      spineIndex: z.coerce.number().check(z.int(), z.gte(0), z.lte(100_000)),
    }),
    response: QuranPassages,
    errors: ["unauthenticated", "subscription_required", "forbidden", "not_found"],
  }),

  getReaderSettings: route({
    method: "GET",
    path: "/api/books/:bookId/reader-settings",
    access: "reader",
    summary: "How this reader sets type: everywhere, and in this book",
    params: ofBook,
    response: z.object({ everywhere: ReaderSettings, inThisBook: ReaderSettings }),
  }),

  putReaderSettings: route({
    method: "PUT",
    path: "/api/books/:bookId/reader-settings",
    access: "reader",
    summary: "Keeps how this reader sets type",
    params: ofBook,
    body: z.strictObject({ everywhere: z.optional(ReaderSettings), inThisBook: z.optional(ReaderSettings) }),
    response: z.object({ everywhere: ReaderSettings, inThisBook: ReaderSettings }),
  }),

  getReadingDefaults: route({
    method: "GET",
    path: "/api/user/reader-settings",
    access: "reader",
    summary: "How this reader sets type in every book that has no exception",
    response: ReaderSettings,
  }),

  putReadingDefaults: route({
    method: "PUT",
    path: "/api/user/reader-settings",
    access: "reader",
    summary: "Keeps how this reader sets type in every book that has no exception",
    body: ReaderSettings,
    response: ReaderSettings,
  }),

  /** Finds words in the text, marks and letter forms aside; with the sentence each stands in. */
  searchInBook: route({
    method: "GET",
    path: "/api/books/:bookId/ebook/search",
    access: "guest",
    budget: "search",
    summary: "Searches the text of a book",
    params: ofBook,
    query: z.strictObject({ search: z.string().check(z.minLength(1), z.maxLength(200)) }),
    response: z.object({
      hits: z.array(
        z.object({
          spineIndex: z.int(),
          sentence: SentenceId,
          before: z.string(),
          match: z.string(),
          after: z.string(),
        }),
      ),
      isCapped: z.boolean(),
    }),
  }),
};

export const readerStreams = {
  /** Documents come sanitised and with sentence spans; everything else as it is in the EPUB. */
  getEntry: stream({
    method: "GET",
    path: "/api/books/:bookId/ebook/:version/entries/*path",
    access: "guest",
    summary: "One file of the EPUB",
    errors: ["unauthenticated", "subscription_required"],
    answers: { 206: "A part of it, as Range asked", 304: "Unchanged", 416: "No such part" },
    params: z.strictObject({
      bookId: BookId,
      version: z.string().check(z.regex(/^[0-9a-f]{8,64}$/)),
      path: z.string().check(z.minLength(1), z.maxLength(1024)),
    }),
    produces: "application/octet-stream",
  }),
};
