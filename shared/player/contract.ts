import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
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
});
export type Chapter = z.infer<typeof Chapter>;

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
  portion: Portion,
});
export type Playlist = z.infer<typeof Playlist>;

const bookParams = z.strictObject({ bookId: BookId });

export const playerContract = {
  getPlaylist: route({
    method: "GET",
    path: "/api/books/:bookId/playlist",
    access: "guest",
    summary: "The chapters of an audiobook",
    reads: ["narration"],
    params: bookParams,
    response: Playlist,
  }),
};

export const playerStreams = {
  /** Supports Range requests; nothing is sent after the end of a sample. */
  getAudio: stream({
    method: "GET",
    path: "/media/:bookId/:fileId",
    access: "guest",
    summary: "An audiobook's audio file",
    errors: ["unauthenticated", "subscription_required"],
    answers: { 206: "A byte range", 304: "Not modified", 416: "The range is not satisfiable" },
    params: z.strictObject({ bookId: BookId, fileId: z.uuid() }),
    produces: "audio/*",
  }),
};
