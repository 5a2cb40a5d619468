import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";

export const optimizedReaderPath = "/optimized-reader";

/** The light reader's address of a book. */
export const optimizedReaderUrlFor = (bookId: string) =>
  `${optimizedReaderPath}?bookId=${encodeURIComponent(bookId)}`;

const asked = z.optional(z.union([z.string(), z.array(z.string())]));

export const optimizedReaderStreams = {
  getOptimizedReader: stream({
    method: "GET",
    path: optimizedReaderPath,
    access: "guest",
    summary: "A page of the optimized reader; without a book, the one last read",
    answers: { 302: "Redirects to the last position or the sign-in screen", 304: "Not modified" },
    errors: ["forbidden", "subscription_required"],
    query: z.object({
      bookId: asked,
      /** Counted from 1 through the reading order. */
      chapter: asked,
      /** Counted from 1. */
      part: asked,
      /** An anchor of the chapter, or a sentence. */
      at: asked,
      /** `1` shows pictures. */
      pictures: asked,
      /** `1` sets Arabic in our typeface. */
      typeface: asked,
    }),
    produces: "text/html",
  }),
};
