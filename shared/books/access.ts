import * as z from "zod/mini";

export const Portion = z.enum(["none", "sample", "whole"]);
export type Portion = z.infer<typeof Portion>;

export const BookAccess = z.object({
  /** May know that the book exists; all else is `none` and `false` when not. */
  isVisible: z.boolean(),
  read: Portion,
  listen: Portion,
  /** May take the EPUB file away. */
  canDownload: z.boolean(),
  /** Why it is not the whole; null when it is. */
  needs: z.nullable(z.enum(["sign-in", "membership", "release"])),
});
export type BookAccess = z.infer<typeof BookAccess>;
