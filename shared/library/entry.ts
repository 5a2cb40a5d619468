import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";
import { Book } from "#shared/books/book.ts";
import { positionFormats } from "#shared/positions/format.ts";
import { RichText } from "#shared/rich-text/rich-text.ts";

export const LibraryStatus = z.enum([
  "want-to-read",
  "currently-reading",
  "paused",
  "finished",
  "did-not-finish",
]);
export type LibraryStatus = z.infer<typeof LibraryStatus>;

/** Half stars, 0.5 to 5. */
export const Stars = z.number().check(z.gte(0.5), z.lte(5), z.multipleOf(0.5));
export type Stars = z.infer<typeof Stars>;

export const MyReview = z.object({
  stars: Stars,
  text: z.string(),
  /** Absent until the server has the text. */
  content: z.optional(RichText),
  hasSpoiler: z.boolean(),
  /** Why staff hid it; null when it is shown. */
  hiddenReason: z.nullable(z.string()),
});
export type MyReview = z.infer<typeof MyReview>;

/** A reader's entry, rating and review for a book. */
export const MyEntry = z.object({
  status: LibraryStatus,
  /** A percentage to one decimal, such as "41.3", in the format last used. */
  progress: z.string(),
  /** Null before the first event. */
  lastFormat: z.nullable(z.enum(positionFormats)),
  rating: z.nullable(Stars),
  /** The end was reached: the page suggests `finished`. */
  proposesFinished: z.boolean(),
  addedAt: Instant,
  updatedAt: Instant,
});
export type MyEntry = z.infer<typeof MyEntry>;

/** A library entry with its book. */
export const LibraryEntry = z.extend(MyEntry, { book: Book });
export type LibraryEntry = z.infer<typeof LibraryEntry>;
