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
 * Why it was refused or has failed.
 *
 * - `missing-tools`: what is to be installed stands in `tools`;
 * - `language`: there is no voice for it; `about` is its tag;
 * - `no-text`, `only-quran`: there is nothing to say, or nothing that a machine may;
 * - `not-allowed`: its author has said no meanwhile;
 * - `has-narration`: a person's narration has come meanwhile;
 * - `voice-failed`: the voice did not do its work; `about` says how;
 * - `lost-file`: the book's file is not in the storage;
 * - `unexpected`: a fault of the server; it stands in the log.
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
  /** What the reason is about; empty where there is nothing to name. */
  about: z.string(),
  requestedAt: Instant,
  startedAt: z.nullable(Instant),
  endedAt: z.nullable(Instant),
});
export type Narration = z.infer<typeof Narration>;

/** What who tends a book sees of its narration by a machine. */
export const NarrationEditorState = z.object({
  bookId: BookId,
  title: z.string(),
  /** Null when it was never started. */
  narration: z.nullable(Narration),
  /** What is heard now was made so. */
  isNarrated: z.boolean(),
  /** It came with a recording: there is nothing to narrate. */
  hasRecording: z.boolean(),
  /** The author's word: of this book, null for none; of all their books, null for none; and what follows from both. */
  consent: z.object({
    ofBook: z.nullable(z.boolean()),
    ofAll: z.nullable(z.boolean()),
    isAllowed: z.boolean(),
    /** Whether the book belongs to an author at all; the house decides about its own. */
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
    summary: "Whether a machine may narrate a book, and how far it is, for its author and employees",
    params: ofBook,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  /** In place of one that waits or runs. Forbidden where the author does not allow it, to employees too. */
  startNarration: route({
    method: "POST",
    path: "/api/books/:bookId/narration",
    access: "reader",
    summary: "Starts to make an audiobook of a text, spoken by a machine",
    params: ofBook,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found", "conflict"],
  }),

  /** What was heard before stays. */
  cancelNarration: route({
    method: "DELETE",
    path: "/api/books/:bookId/narration/work",
    access: "reader",
    summary: "Ends that work, where it waits or runs",
    params: ofBook,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  /** A narration by a person is never touched. */
  removeNarration: route({
    method: "DELETE",
    path: "/api/books/:bookId/narration",
    access: "reader",
    summary: "Removes what a machine has spoken of a book",
    params: ofBook,
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  /** Only the author who owns the book; of the house's own books employees. A no removes what was spoken. */
  putNarrationConsent: route({
    method: "PUT",
    path: "/api/books/:bookId/narration/wish",
    access: "reader",
    summary: "Says whether a machine may narrate a book; null for as all of the author's books",
    params: ofBook,
    body: z.strictObject({ allows: z.nullable(z.boolean()) }),
    response: NarrationEditorState,
    errors: ["forbidden", "not_found"],
  }),

  /** It holds for books of which nothing else was said. A no removes what was spoken of those. */
  putNarrationConsents: route({
    method: "PUT",
    path: "/api/authors-portal/narration-wish",
    access: "author",
    summary: "Says whether a machine may narrate the caller's books",
    body: z.strictObject({ allows: z.boolean() }),
    response: z.object({ allows: z.boolean() }),
  }),
};
