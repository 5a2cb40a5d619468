import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";

export const CountDifference = z.object({
  /** The row, by its id or key. */
  id: z.string(),
  stored: z.number(),
  actual: z.number(),
});
export type CountDifference = z.infer<typeof CountDifference>;

export const CountCheck = z.object({
  /** A table and its column, such as `posts.like_count`. */
  name: z.string(),
  checkedAt: Instant,
  /** Rows whose count differs. */
  wrong: z.int(),
  /** At most 20 of them. */
  examples: z.array(CountDifference),
});
export type CountCheck = z.infer<typeof CountCheck>;

export const countChecksContract = {
  listCountChecks: route({
    method: "GET",
    path: "/api/admin/count-checks",
    access: "admin",
    summary: "The last nightly comparison of each kept count with what it counts",
    unwatched: "Checked each night",
    response: z.object({ checks: z.array(CountCheck) }),
  }),
};
