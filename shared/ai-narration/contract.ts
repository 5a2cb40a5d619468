import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Fraction, Instant } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

/**
 * `queued` and `running` go on by themselves, also after a crash of the server; the other four are ends, from which it may
 * be started again. `refused`: there is a reason in the book or in the installation. `failed`: ours.
 */
export const NarrationState = z.enum(["queued", "running", "done", "failed", "refused", "cancelled"]);

/**
 * The reason of a rejection or failure.
 * - `missing-tools`: see `tools`;
 * - `language`: no voice; `about` is the tag;
 * - `no-text`, `only-quran`: nothing to speak;
 * - `not-allowed`: no consent;
 * - `failed`: an unexpected error.
 */
export const NarrationReason = z.enum([
  "missing-tools",
  "language",
  "no-text",
  "only-quran",
  "not-allowed",
  "has-narration",
  "voice-failed",
  "lost-file",
  "unexpected",
]);
export type NarrationReason = z.infer<typeof NarrationReason>;

/** The work that makes an audiobook of a text. */
export const Narration = z.object({
  state: NarrationState,
  progress: Fraction,
  chaptersDone: z.int(),
  chapterCount: z.int(),
  /** Null unless it was refused or has failed. */
  reason: z.nullable(NarrationReason),
  about: z.string(),
  requestedAt: Instant,
  startedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
});
export type Narration = z.infer<typeof Narration>;

export const NarrationEditorState = z.object({
  bookId: BookId,
  title: z.string(),
  /** Null when it was never started. */
  narration: z.nullable(Narration),
  isNarrated: z.boolean(),
  hasRecording: z.boolean(),
  /** The author's word: of this book, null for none; of all their books, null for none; and what follows from both. */
  consent: z.object({
    ofBook: z.nullable(z.boolean()),
    ofAll: z.nullable(z.boolean()),
    isAllowed: z.boolean(),
    hasAuthor: z.boolean(),
    /** The caller is who decides. */
    canDecide: z.boolean(),
  }),
  /** The voice that would speak. */
  voice: z.string(),
  /** Programs that are not there, and how they are installed. */
  tools: z.object({
    missing: z.array(z.string()),
    install: z.array(z.object({ platform: z.string(), command: z.string() })),
  }),
});
export type NarrationEditorState = z.infer<typeof NarrationEditorState>;

const ofBook = z.strictObject({ bookId: BookId });

/** Only the author who owns the book, and employees; to everybody else it is forbidden. */
export const aiNarrationContract = {
  getNarration: route({
    method: "GET",
    path: "/api/books/:bookId/narration",
    access: "reader",
    summary: "The AI narration of a book, for its author and employees",
    params: ofBook,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  startNarration: route({
    method: "POST",
    path: "/api/books/:bookId/narration",
    access: "reader",
    summary: "Starts an AI narration",
    params: ofBook,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found", "conflict"],
  }),

  cancelNarration: route({
    method: "DELETE",
    path: "/api/books/:bookId/narration/work",
    access: "reader",
    summary: "Cancels the alignment",
    params: ofBook,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  /** A narration by a person is never touched. */
  removeNarration: route({
    method: "DELETE",
    path: "/api/books/:bookId/narration",
    access: "reader",
    summary: "Deletes a book's AI narration",
    params: ofBook,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  putNarrationConsent: route({
    method: "PUT",
    path: "/api/books/:bookId/narration/wish",
    access: "reader",
    summary: "Sets the AI narration consent of a book; null for the author's default",
    params: ofBook,
    body: z.strictObject({ allows: z.nullable(z.boolean()) }),
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  putNarrationConsents: route({
    method: "PUT",
    path: "/api/authors-portal/narration-wish",
    access: "author",
    summary: "Sets the caller's default AI narration consent",
    body: z.strictObject({ allows: z.boolean() }),
    response: z.object({ allows: z.boolean() }),
  }),
};
