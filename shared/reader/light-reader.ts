import * as z from "zod/mini";
import { stream } from "#shared/kernel/contract.ts";

/** Where the light reader stands. */
export const lightReaderPath = "/optimized-reader";

/** The light reader's address of a book. */
export const lightReaderAt = (bookId: string) => `${lightReaderPath}?bookId=${encodeURIComponent(bookId)}`;

export const lightReaderStreams = {
  /** A number that is none is taken as left out: a page that can be read is better than a refusal. */
  getLightReader: stream({
    method: "GET",
    path: lightReaderPath,
    access: "guest",
    summary: "A chapter of a book as a small page of its own; without a book, the one last read",
    answers: { 302: "To the place last read, or to the sign-in", 304: "Unchanged" },
    refuses: ["forbidden", "subscription_required"],
    query: z.object({
      bookId: z.optional(z.string()),
      /** Counted from 1 through the reading order. */
      chapter: z.optional(z.string()),
      /** Counted from 1. */
      part: z.optional(z.string()),
      /** An anchor of the chapter, or a sentence. */
      at: z.optional(z.string()),
      /** `1` shows pictures. */
      pictures: z.optional(z.string()),
      /** `1` sets Arabic in our typeface. */
      typeface: z.optional(z.string()),
    }),
    produces: "text/html",
  }),
};
