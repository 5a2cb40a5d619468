import * as z from "zod/mini";

/** Work on a book that goes on after its files were taken in. */
export const BookTaskName = z.enum(["cover"]);
export type BookTaskName = z.infer<typeof BookTaskName>;

/** How far one piece of that work is, for who may see the book before it is out. */
export const BookTask = z.object({
  name: BookTaskName,
  state: z.enum(["waiting", "working", "failed", "done"]),
  /** Why it failed; null in every other state. It is tried again by itself. */
  reason: z.nullable(z.enum(["lost-file", "unexpected"])),
});
export type BookTask = z.infer<typeof BookTask>;
