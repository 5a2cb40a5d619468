import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { route, stream } from "#shared/kernel/contract.ts";
import { Done, Seconds } from "#shared/kernel/values.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { Alignment, AlignmentTools } from "./alignment.ts";
import { Anchor, DoubtfulStretch, SyncedChapter, SyncState, TendedSentence } from "./map.ts";

const ofBook = z.strictObject({ bookId: BookId });
const chapterNumber = z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000));
const ofChapter = z.strictObject({ bookId: BookId, chapterNumber });
const ofSentence = z.strictObject({ bookId: BookId, sentence: SentenceId });

/** The state of a book's alignment as who tends it sees it. */
export const TendedBook = z.object({
  bookId: BookId,
  /** Null when it was never asked for. */
  alignment: z.nullable(Alignment),
  tools: AlignmentTools,
  chapters: z.array(
    z.object({ ...SyncedChapter.shape, doubtful: z.array(DoubtfulStretch), anchors: z.array(Anchor) }),
  ),
});
export type TendedBook = z.infer<typeof TendedBook>;

/** Every sentence of a chapter, for who sets anchors by ear. */
export const TendedChapter = z.object({
  chapterNumber: z.int(),
  title: z.string(),
  /** Changes with each change of the map. */
  version: z.string(),
  duration: Seconds,
  sentences: z.array(TendedSentence),
});
export type TendedChapter = z.infer<typeof TendedChapter>;

/**
 * Text and sound in step. The map that reader and player follow is `readerContract.getSyncMap`, or chapter by chapter
 * `syncStreams.getSyncedSentences`, whose addresses never change their content. What is said to tend a map is for the
 * book's author, employees and admins; everybody else who may know of the book is refused with `forbidden`.
 *
 * While an alignment runs, those people's browsers get the live event `{ topic: "job", id: <book> }` at each step, and
 * ask `getAlignment` anew.
 */
export const syncContract = {
  getSyncState: route({
    method: "GET",
    path: "/api/books/:bookId/sync/state",
    access: "guest",
    summary: "How finely each chapter's text and sound are in step",
    params: ofBook,
    reply: SyncState,
  }),

  getAlignment: route({
    method: "GET",
    path: "/api/books/:bookId/alignment",
    access: "reader",
    summary: "How the alignment of a book goes, its doubtful stretches and anchors",
    refuses: ["forbidden"],
    params: ofBook,
    reply: TendedBook,
  }),

  /** Starts it, or starts it again from an end; `conflict` while it is queued or runs, `unavailable` without its tools. */
  startAlignment: route({
    method: "POST",
    path: "/api/books/:bookId/alignment",
    access: "reader",
    summary: "Puts a book's text and sound in step anew",
    refuses: ["forbidden", "conflict", "unavailable"],
    params: ofBook,
    body: z.strictObject({}),
    reply: Alignment,
  }),

  /** Ends what runs at once; the map stays as it was before. `conflict` when nothing is queued or runs. */
  cancelAlignment: route({
    method: "POST",
    path: "/api/books/:bookId/alignment/cancel",
    access: "reader",
    summary: "Cancels the alignment of a book",
    refuses: ["forbidden", "conflict"],
    params: ofBook,
    body: z.strictObject({}),
    reply: Alignment,
  }),

  /** With the text and the guessed time of each sentence, also in doubtful stretches. */
  getTendedChapter: route({
    method: "GET",
    path: "/api/books/:bookId/alignment/chapters/:chapterNumber",
    access: "reader",
    summary: "Every sentence of a chapter with its time, guessed where it is not known",
    refuses: ["forbidden"],
    params: ofChapter,
    reply: TendedChapter,
  }),

  /**
   * Says when a sentence begins. The chapter is aligned anew around it in the background, which takes seconds: the
   * alignment is `running` meanwhile, and the chapter's version changes with the end. Setting it again moves it.
   * `invalid_input` when the time lies outside the chapter, or against the order of the other anchors.
   */
  putAnchor: route({
    method: "PUT",
    path: "/api/books/:bookId/sync/anchors/:sentence",
    access: "reader",
    summary: "Sets by ear when a sentence begins",
    refuses: ["forbidden"],
    params: ofSentence,
    body: z.strictObject({ chapterNumber: z.int().check(z.positive()), at: Seconds }),
    reply: Anchor,
  }),

  /** The chapter is aligned anew without it. */
  removeAnchor: route({
    method: "DELETE",
    path: "/api/books/:bookId/sync/anchors/:sentence",
    access: "reader",
    summary: "Takes an anchor away",
    refuses: ["forbidden"],
    params: ofSentence,
    reply: Done,
  }),
};

export const syncStreams = {
  /**
   * The sentences of one chapter, `SyncedSentence[]` as JSON, as far as the caller may read and hear. Who may have the
   * whole book may keep it for ever; an older version is not found.
   */
  getSyncedSentences: stream({
    method: "GET",
    path: "/api/books/:bookId/sync/:version/chapters/:chapterNumber",
    access: "guest",
    summary: "When each sentence of a chapter is heard, under an address that never changes its content",
    answers: { 304: "Unchanged" },
    params: z.strictObject({
      bookId: BookId,
      version: z.string().check(z.regex(/^[0-9a-f]{8,64}$/)),
      chapterNumber,
    }),
    produces: "application/json",
  }),
};
