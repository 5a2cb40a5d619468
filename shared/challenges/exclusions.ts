import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { Instant, line } from "#shared/api/schemas.ts";

/** A reader whom staff removed from champions and challenges. */
export const ChampionExclusion = z.object({
  userId: UserId,
  name: z.string(),
  reason: z.string(),
  excludedAt: Instant,
});
export type ChampionExclusion = z.infer<typeof ChampionExclusion>;

const readerParams = z.strictObject({ userId: UserId });

export const exclusionsContract = {
  listExclusions: route({
    method: "GET",
    path: "/api/admin/champion-exclusions",
    access: "employee",
    summary: "Readers excluded from champions, latest first, at most 500",
    reads: ["champion"],
    response: z.object({ readers: z.array(ChampionExclusion) }),
  }),

  /** Idempotent. */
  excludeReader: route({
    method: "PUT",
    path: "/api/admin/champion-exclusions/:userId",
    access: "employee",
    summary: "Excludes a reader from champions and challenges, with a reason",
    changes: ["champion"],
    errors: ["not_found"],
    params: readerParams,
    body: z.strictObject({ reason: line(500) }),
    response: z.object({ done: z.literal(true) }),
  }),

  /** Idempotent. */
  includeReader: route({
    method: "DELETE",
    path: "/api/admin/champion-exclusions/:userId",
    access: "employee",
    summary: "Undoes an exclusion",
    changes: ["champion"],
    params: readerParams,
    response: z.object({ done: z.literal(true) }),
  }),
};
