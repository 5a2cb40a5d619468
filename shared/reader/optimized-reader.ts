import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";

export const optimizedReaderPath = "/optimized-reader";

/** The URL of a book in the optimized reader. */
export const getOptimizedReaderUrl = (bookId: string) =>
  `${optimizedReaderPath}?bookId=${encodeURIComponent(bookId)}`;

const repeatableParam = z.optional(z.union([z.string(), z.array(z.string())]));

export const optimizedReaderStreams = {
  getOptimizedReader: stream({
    method: "GET",
    path: optimizedReaderPath,
    access: "guest",
    summary: "A page of the optimized reader; without a book, of the last one read",
    answers: { 302: "Redirects to the last position or the sign-in screen", 304: "Not modified" },
    errors: ["forbidden", "subscription_required"],
    query: z.object({
      bookId: repeatableParam,
      /** Spine index from 1. */
      chapter: repeatableParam,
      /** From 1. */
      part: repeatableParam,
      /** An anchor of the chapter, or a sentence. */
      at: repeatableParam,
      /** `1` shows images. */
      pictures: repeatableParam,
      /** `1` uses our Arabic font. */
      typeface: repeatableParam,
    }),
    produces: "text/html",
  }),
};
