import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { BookId } from "#shared/books/book.ts";
import { OverlayMark } from "#shared/reader/overlay.ts";

/**
 * How the publisher of a book that brought its own narration wants it to be shown. Times are those of the sync map, whose
 * chapters have the source `overlay`; a chapter that was put in step anew since has no marks any more.
 */
export const Overlay = z.object({
  bookId: BookId,
  /**
   * The class that what is heard carries while it is heard, and the one that its page's root carries while the sound
   * plays. The book's own style sheets may style them; empty when the book names none.
   */
  activeClass: z.string(),
  playbackActiveClass: z.string(),
  /** Chapters with marks of their own. In all others each sentence is marked as a whole. */
  markedChapters: z.array(z.int()),
});
export type Overlay = z.infer<typeof Overlay>;

const ofBook = z.strictObject({ bookId: BookId });

export const mediaOverlaysContract = {
  getOverlay: route({
    method: "GET",
    path: "/api/books/:bookId/overlay",
    access: "guest",
    summary:
      "How the publisher wants what is heard to be shown, of a book that brought its narration with it",
    params: ofBook,
    response: Overlay,
  }),

  /** In the order they are heard, as far as the caller may read. */
  getOverlayMarks: route({
    method: "GET",
    path: "/api/books/:bookId/overlay/chapters/:chapterNumber",
    access: "guest",
    summary:
      "What a book marks itself while a chapter is heard: words, lines, paragraphs, pictures, page numbers",
    params: z.strictObject({
      ...ofBook.shape,
      chapterNumber: z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)),
    }),
    response: z.array(OverlayMark),
  }),
};

export const mediaOverlayStreams = {
  /**
   * The EPUB with its sound inside and media overlays that keep them in step, for who may take away the text and hear the
   * whole. `unprocessable_file` where an EPUB cannot hold what the book is made of; the message says what that is.
   */
  getReadAlong: stream({
    method: "GET",
    path: "/api/books/:bookId/read-along.epub",
    access: "guest",
    summary: "The book as an EPUB that reads itself aloud",
    errors: [
      "unauthenticated",
      "subscription_required",
      "forbidden",
      "unprocessable_file",
      "too_many_requests",
    ],
    params: ofBook,
    produces: "application/epub+zip",
  }),
};
