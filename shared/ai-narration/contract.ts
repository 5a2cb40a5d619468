import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Fraction, Instant } from "#shared/api/schemas.ts";
import { BookId, BookKind } from "#shared/books/book.ts";

/**
 * `queued` and `running` continue automatically, also after a crash; the other four are final and can be
 * restarted. `refused`: the book or the installation is the reason. `failed`: an internal error.
 */
export const NarrationState = z.enum(["queued", "running", "done", "failed", "refused", "cancelled"]);

/**
 * The reason of a rejection or failure.
 * - `missing-tools`: see `tools`;
 * - `language`: no voice; `about` is the tag;
 * - `no-text`, `only-quran`: nothing to speak;
 * - `not-allowed`: no consent;
 * - `unexpected`: an unexpected error.
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

/** The job that creates an audiobook from a text. */
export const Narration = z.object({
  state: NarrationState,
  progress: Fraction,
  chaptersDone: z.int(),
  chapterCount: z.int(),
  /** Null unless refused or failed. */
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
  /** Scripture cannot be narrated. */
  kind: BookKind,
  /** Null when it was never started. */
  narration: z.nullable(Narration),
  isNarrated: z.boolean(),
  hasRecording: z.boolean(),
  /** The author's permission for this book and for all their books, null for none, and the result. */
  consent: z.object({
    thisBook: z.nullable(z.boolean()),
    allBooks: z.nullable(z.boolean()),
    isAllowed: z.boolean(),
    hasAuthor: z.boolean(),
    /** Whether the caller may decide. */
    canDecide: z.boolean(),
  }),
  /** The voice that would be used. */
  voice: z.string(),
  /** Missing programs and how to install them. */
  tools: z.object({
    missing: z.array(z.string()),
    install: z.array(z.object({ platform: z.string(), command: z.string() })),
  }),
});
export type NarrationEditorState = z.infer<typeof NarrationEditorState>;

const bookParams = z.strictObject({ bookId: BookId });

/** Only for the author who owns the book, and staff; forbidden for others. */
export const aiNarrationContract = {
  getNarration: route({
    method: "GET",
    path: "/api/books/:bookId/narration",
    access: "reader",
    summary: "The AI narration of a book, for its author and employees",
    reads: ["narration"],
    params: bookParams,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  startNarration: route({
    method: "POST",
    path: "/api/books/:bookId/narration",
    access: "reader",
    summary: "Starts an AI narration",
    changes: ["narration"],
    params: bookParams,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found", "conflict"],
  }),

  cancelNarration: route({
    method: "DELETE",
    path: "/api/books/:bookId/narration/job",
    access: "reader",
    summary: "Cancels the AI narration",
    changes: ["narration"],
    params: bookParams,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  /** Recordings are never removed. */
  deleteNarration: route({
    method: "DELETE",
    path: "/api/books/:bookId/narration",
    access: "reader",
    summary: "Deletes a book's AI narration",
    changes: ["narration"],
    params: bookParams,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  saveNarrationConsent: route({
    method: "PUT",
    path: "/api/books/:bookId/narration/consent",
    access: "reader",
    summary: "Sets the AI narration consent of a book; null for the author's default",
    changes: ["narration"],
    params: bookParams,
    body: z.strictObject({ allows: z.nullable(z.boolean()) }),
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  saveDefaultNarrationConsent: route({
    method: "PUT",
    path: "/api/authors-portal/narration-consent",
    access: "author",
    summary: "Sets the caller's default AI narration consent",
    changes: ["narration"],
    body: z.strictObject({ allows: z.boolean() }),
    response: z.object({ allows: z.boolean() }),
  }),
};
