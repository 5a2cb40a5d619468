import * as z from "zod/mini";

export const BookTaskName = z.enum(["cover"]);
export type BookTaskName = z.infer<typeof BookTaskName>;

export const BookTask = z.object({
  name: BookTaskName,
  state: z.enum(["waiting", "working", "failed", "done"]),
  /** Null for other states. Retried automatically. */
  reason: z.nullable(z.enum(["lost-file", "unexpected"])),
});
export type BookTask = z.infer<typeof BookTask>;
