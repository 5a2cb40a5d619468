import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { line, Seconds } from "#shared/api/schemas.ts";
import { BookId } from "#shared/books/book.ts";

export const chapterTypes = [
  "chapter",
  "opening_credits",
  "end_credits",
  "credits",
  "prologue",
  "epilogue",
  "introduction",
  "preface",
  "foreword",
  "afterword",
  "conclusion",
  "dedication",
  "acknowledgements",
  "appendix",
  "interlude",
  "about_the_author",
  "note",
] as const;

const ChapterType = z.string().check(z.regex(/^[a-z][a-z_]{0,39}$/));

/** Shorter chapters are refused. */
export const minChapterSeconds = 0.5;
export const maxChapters = 5_000;

/** A chapter ends where the next one of its file begins, the last one with the file. */
export const EditedChapter = z.strictObject({
  title: line(300),
  chapterType: ChapterType,
  fileId: z.uuid(),
  /** Seconds in the file. */
  start: Seconds,
});
export type EditedChapter = z.infer<typeof EditedChapter>;

export const AudioSource = z.object({
  id: z.uuid(),
  fileName: z.string(),
  duration: z.number(),
  audioUrl: z.string(),
});
export type AudioSource = z.infer<typeof AudioSource>;

export const ChapterList = z.object({
  version: z.int(),
  /** False where times come from a media overlay or an AI voice: only titles and types can be changed. */
  canMove: z.boolean(),
  files: z.array(AudioSource),
  chapters: z.array(EditedChapter),
});
export type ChapterList = z.infer<typeof ChapterList>;

const bookParams = z.strictObject({ bookId: BookId });

export const chaptersContract = {
  getChapters: route({
    method: "GET",
    path: "/api/publishing/books/:bookId/chapters",
    access: "publisher",
    summary: "The chapters of an audiobook, for its author and staff",
    reads: ["publication"],
    params: bookParams,
    response: ChapterList,
  }),

  /**
   * Every file has at least one chapter, and its chapters follow each other. Positions and sync maps follow.
   */
  setChapters: route({
    method: "PUT",
    path: "/api/publishing/books/:bookId/chapters",
    access: "publisher",
    summary: "Renames, splits, merges, moves and orders the chapters of an audiobook",
    changes: ["publication"],
    errors: ["conflict"],
    params: bookParams,
    body: z.strictObject({
      version: z.int(),
      chapters: z.array(EditedChapter).check(z.minLength(1), z.maxLength(maxChapters)),
    }),
    response: ChapterList,
  }),
};
