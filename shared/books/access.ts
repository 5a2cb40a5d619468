import * as z from "zod/mini";

export const Portion = z.enum(["none", "sample", "whole"]);
export type Portion = z.infer<typeof Portion>;

export const BookAccess = z.object({
  /** Whether the book is visible; otherwise the rest is `none` and `false`. */
  isVisible: z.boolean(),
  read: Portion,
  listen: Portion,
  /** Whether the EPUB can be downloaded. */
  canDownload: z.boolean(),
  /** Why access is limited; null for full access. */
  needs: z.nullable(z.enum(["sign-in", "membership", "release"])),
});
export type BookAccess = z.infer<typeof BookAccess>;
