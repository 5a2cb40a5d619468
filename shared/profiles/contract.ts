import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { route } from "#shared/api/contract.ts";
import { Instant, rawText } from "#shared/api/schemas.ts";
import { ActivityTotals, Streak } from "#shared/reading-activity/stats.ts";

/** A public profile; hidden fields are null. */
export const PublicProfile = z.object({
  id: UserId,
  username: z.string(),
  name: z.string(),
  profileImageUrl: z.string(),
  bio: z.nullable(z.string()),
  finished: z.nullable(z.object({ year: z.int(), total: z.int() })),
  /** This year's statistics. */
  time: z.nullable(ActivityTotals),
  streak: z.nullable(Streak),
  genres: z.nullable(z.array(z.string())),
  /** Completed challenges, the latest first. */
  challenges: z.nullable(
    z.array(z.object({ title: z.string(), titleArabic: z.string(), completedAt: Instant })),
  ),
});
export type PublicProfile = z.infer<typeof PublicProfile>;

export const profilesContract = {
  getProfile: route({
    method: "GET",
    path: "/api/readers/:username",
    access: "reader",
    summary: "A reader's public profile",
    reads: ["profile", "preferences"],
    errors: ["not_found"],
    params: z.strictObject({ username: rawText(60).check(z.minLength(1)) }),
    response: PublicProfile,
  }),
};
