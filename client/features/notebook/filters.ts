import * as z from "zod/mini";
import { BookId } from "#shared/books/book.ts";
import { MarkStyle } from "#shared/marks/mark.ts";
import { MarkKind, MarkOrder, MarkState } from "#shared/notebook/contract.ts";

const dayMs = 86_400_000;

/** The filters of the notebook in the URL. */
export const NotebookFilters = z.object({
  q: z.optional(z.string()),
  book: z.optional(BookId),
  kind: z.optional(MarkKind),
  style: z.optional(MarkStyle),
  tag: z.optional(z.string()),
  marks: z.optional(MarkState),
  order: z.optional(MarkOrder),
  days: z.optional(z.enum(["7", "30", "365"])),
});
export type NotebookFilters = Partial<z.infer<typeof NotebookFilters>>;

/** The start of the day that many days ago, in UTC. */
export function getStart(days: NotebookFilters["days"], now: number = Date.now()): Date | undefined {
  return days && new Date(Math.floor(now / dayMs) * dayMs - Number(days) * dayMs);
}
