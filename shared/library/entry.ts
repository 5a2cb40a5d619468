import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";
import { Book } from "#shared/books/book.ts";
import { positionFormats } from "#shared/positions/format.ts";

export const LibraryStatus = z.enum([
  "want-to-read",
  "currently-reading",
  "paused",
  "finished",
  "did-not-finish",
]);
export type LibraryStatus = z.infer<typeof LibraryStatus>;

/** Stars in halves, 0.5 to 5. */
export const Stars = z.number().check(z.gte(0.5), z.lte(5), z.multipleOf(0.5));
export type Stars = z.infer<typeof Stars>;

export const MyReview = z.object({ stars: Stars, text: z.string(), hasSpoiler: z.boolean() });
export type MyReview = z.infer<typeof MyReview>;

/** A reader's own relation to a book. */
export const MyEntry = z.object({
  status: LibraryStatus,
  /** A percentage to one decimal, such as "41.3", in the format last used. */
  progress: z.string(),
  /** Null before the first event. */
  lastFormat: z.nullable(z.enum(positionFormats)),
  rating: z.nullable(Stars),
  /** The end was reached: the screen proposes `finished`. */
  proposesFinished: z.boolean(),
  addedAt: Instant,
  updatedAt: Instant,
});
export type MyEntry = z.infer<typeof MyEntry>;

/** An entry of the library: the relation, and the book it is to. */
export const LibraryEntry = z.extend(MyEntry, { book: Book });
export type LibraryEntry = z.infer<typeof LibraryEntry>;
