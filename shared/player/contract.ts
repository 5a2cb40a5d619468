import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { storedFileAnswers } from "#shared/api/file-answers.ts";
import { Seconds } from "#shared/api/schemas.ts";
import { Portion } from "#shared/books/access.ts";
import { BookId, Direction } from "#shared/books/book.ts";

export const Chapter = z.object({
  chapterNumber: z.int().check(z.positive()),
  /** Words joined by underscores; `chapter` is labelled "Chapter N". */
  chapterType: z.string(),
  title: z.string(),
  /** Empty when locked. Several chapters may share one file. */
  audioUrl: z.string(),
  start: Seconds,
  end: Seconds,
  /** After the end of the sample. */
  isLocked: z.boolean(),
  /** The picture of its file; absent for the book's cover. */
  coverImageUrl: z.optional(z.string()),
});
export type Chapter = z.infer<typeof Chapter>;

/** How a user hears one book; what is absent follows the account's settings or is off. */
export const BookPlayerSettings = z.strictObject({
  /** 0.5 to 3.5. */
  rate: z.optional(z.number().check(z.gte(0.5), z.lte(3.5))),
  /** Decibels above the recording's own volume, limited so that it does not clip. */
  boost: z.optional(z.int().check(z.gte(0), z.lte(9))),
  clarifiesVoice: z.optional(z.boolean()),
  isMono: z.optional(z.boolean()),
  skipsSilence: z.optional(z.boolean()),
  /** Seconds at the beginning of each chapter that are not played. */
  skipIntro: z.optional(z.int().check(z.gte(0), z.lte(300))),
  /** Seconds at the end of each chapter that are not played. */
  skipOutro: z.optional(z.int().check(z.gte(0), z.lte(300))),
});
export type BookPlayerSettings = z.infer<typeof BookPlayerSettings>;

export const Playlist = z.object({
  bookId: BookId,
  title: z.string(),
  author: z.string(),
  coverImageUrl: z.string(),
  direction: Direction,
  /** Whether the book also has a text. */
  hasEbook: z.boolean(),
  hasAiVoice: z.boolean(),
  chapters: z.array(Chapter),
  /** The chapter number of the saved position, else 1. */
  startFromChapter: z.int(),
  /** Seconds in that chapter. */
  startFromTime: Seconds,
  isStartApproximate: z.boolean(),
  /** The size of all audio files. */
  audioBytes: z.int(),
  portion: Portion,
  /** Of a signed-in user. */
  settings: BookPlayerSettings,
});
export type Playlist = z.infer<typeof Playlist>;

const bookParams = z.strictObject({ bookId: BookId });

export const playerContract = {
  getPlaylist: route({
    method: "GET",
    path: "/api/books/:bookId/playlist",
    access: "guest",
    scope: "read",
    summary: "The chapters of an audiobook",
    reads: ["narration", "player-settings"],
    params: bookParams,
    response: Playlist,
  }),

  saveBookPlayerSettings: route({
    method: "PUT",
    path: "/api/books/:bookId/player-settings",
    access: "reader",
    summary: "Replaces the user's player settings for a book",
    changes: ["player-settings"],
    params: bookParams,
    body: BookPlayerSettings,
    response: BookPlayerSettings,
  }),
};

export const playerStreams = {
  /** Supports Range requests; nothing is sent after the end of a sample. */
  getAudio: stream({
    method: "GET",
    path: "/media/:bookId/:fileId",
    access: "guest",
    scope: "read",
    summary: "An audiobook's audio file",
    errors: ["unauthenticated", "subscription_required"],
    answers: storedFileAnswers,
    params: z.strictObject({ bookId: BookId, fileId: z.uuid() }),
    produces: "audio/*",
  }),
};
