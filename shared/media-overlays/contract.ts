import * as z from "zod/mini";
import { route, stream } from "#shared/api/contract.ts";
import { BookId } from "#shared/books/book.ts";
import { OverlayMark } from "#shared/reader/overlay.ts";

/**
 * The publisher's highlight classes for a book with media overlays. Times are those of the sync map with the
 * source `overlay`; realigned chapters have none.
 */
export const Overlay = z.object({
  bookId: BookId,
  activeClass: z.string(),
  playbackActiveClass: z.string(),
  markedChapters: z.array(z.int()),
});
export type Overlay = z.infer<typeof Overlay>;

const bookParams = z.strictObject({ bookId: BookId });

export const mediaOverlaysContract = {
  getOverlay: route({
    method: "GET",
    path: "/api/books/:bookId/overlay",
    access: "guest",
    scope: "read",
    summary: "The highlight classes of a book with media overlays",
    unwatched: "An open book keeps its files",
    params: bookParams,
    response: Overlay,
  }),

  getOverlayMarks: route({
    method: "GET",
    path: "/api/books/:bookId/overlay/chapters/:chapterNumber",
    access: "guest",
    summary: "A chapter's media overlay highlights",
    unwatched: "An open book keeps its files",
    params: z.strictObject({
      ...bookParams.shape,
      chapterNumber: z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)),
    }),
    response: z.array(OverlayMark),
  }),
};

export const mediaOverlayStreams = {
  /**
   * The EPUB with audio and media overlays, for users who may download both. `unprocessable_file` when EPUB
   * cannot contain the book; the message has the reason.
   */
  getReadAlong: stream({
    method: "GET",
    path: "/api/books/:bookId/read-along.epub",
    access: "guest",
    scope: "read",
    summary: "The book as an EPUB with media overlays",
    errors: [
      "unauthenticated",
      "subscription_required",
      "forbidden",
      "unprocessable_file",
      "too_many_requests",
    ],
    params: bookParams,
    produces: "application/epub+zip",
  }),
};
