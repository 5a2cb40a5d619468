import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Seconds } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { Alignment, AlignmentTools } from "./alignment.ts";
import { Anchor, EditableSentence, LowConfidenceSpan, SyncedChapter, SyncState } from "./map.ts";

const bookParams = z.strictObject({ bookId: BookId });

const chapterNumber = z.int().check(z.gte(1), z.lte(100_000));

export const AlignmentEditorState = z.object({
  ...SyncState.shape,
  title: z.string(),
  canAlign: z.boolean(),
  /** Null when it was never started. */
  alignment: z.nullable(Alignment),
  tools: AlignmentTools,
  anchors: z.array(Anchor),
});
export type AlignmentEditorState = z.infer<typeof AlignmentEditorState>;

export const EditableChapter = z.object({
  ...SyncedChapter.shape,
  /** Seconds. */
  duration: Seconds,
  audio: z.string(),
  audioStart: Seconds,
  sentences: z.array(EditableSentence),
  lowConfidence: z.array(LowConfidenceSpan),
});
export type EditableChapter = z.infer<typeof EditableChapter>;

/** Only for the author who owns the book, and staff; forbidden for others. */
export const alignmentContract = {
  getAlignmentEditor: route({
    method: "GET",
    path: "/api/books/:bookId/sync/editor",
    access: "reader",
    summary: "The alignment of a book, for its author and employees",
    reads: ["alignment"],
    params: bookParams,
    response: AlignmentEditorState,
    errors: ["forbidden", "not_found"],
  }),

  startAlignment: route({
    method: "POST",
    path: "/api/books/:bookId/sync/alignment",
    access: "reader",
    summary: "Starts the alignment",
    changes: ["alignment"],
    params: bookParams,
    response: AlignmentEditorState,
    errors: ["forbidden", "not_found", "conflict"],
  }),

  /** Existing sync maps are kept. */
  cancelAlignment: route({
    method: "DELETE",
    path: "/api/books/:bookId/sync/alignment",
    access: "reader",
    summary: "Cancels the alignment",
    changes: ["alignment"],
    params: bookParams,
    response: AlignmentEditorState,
    errors: ["forbidden", "not_found"],
  }),

  getEditableChapter: route({
    method: "GET",
    path: "/api/books/:bookId/sync/chapters/:chapterNumber",
    access: "reader",
    summary: "A chapter's sentence times and uncertain spans",
    reads: ["alignment"],
    params: z.strictObject({
      ...bookParams.shape,
      chapterNumber: z.coerce.number().check(z.int(), z.gte(1), z.lte(100_000)),
    }),
    response: EditableChapter,
    errors: ["forbidden", "not_found"],
  }),

  setAnchor: route({
    method: "PUT",
    path: "/api/books/:bookId/sync/anchors/:sentence",
    access: "reader",
    summary: "Sets a sentence's start time manually",
    changes: ["alignment"],
    params: z.strictObject({ ...bookParams.shape, sentence: SentenceId }),
    body: z.strictObject({ chapterNumber, at: Seconds }),
    response: AlignmentEditorState,
    errors: ["forbidden", "not_found"],
  }),

  deleteAnchor: route({
    method: "DELETE",
    path: "/api/books/:bookId/sync/anchors/:sentence",
    access: "reader",
    summary: "Deletes a manual start time",
    changes: ["alignment"],
    params: z.strictObject({ ...bookParams.shape, sentence: SentenceId }),
    response: AlignmentEditorState,
    errors: ["forbidden", "not_found"],
  }),
};
