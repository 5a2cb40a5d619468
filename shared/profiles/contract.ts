import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { ActivityTotals, Streak } from "#shared/reading-activity/stats.ts";

/** A reader as others see them: the name, and of the rest what the reader shows. What is not shown is null. */
export const PublicProfile = z.object({
  username: z.string(),
  /** The first name, and of the last its first letter. */
  name: z.string(),
  profileImageUrl: z.string(),
  bio: z.nullable(z.string()),
  /** Books finished, as the reader's own library and record say. */
  finished: z.nullable(z.object({ year: z.int(), total: z.int() })),
  /** This year's time with books. */
  time: z.nullable(ActivityTotals),
  streak: z.nullable(Streak),
  /** Of this year, the most first, without how much; at most five. */
  genres: z.nullable(z.array(z.string())),
});
export type PublicProfile = z.infer<typeof PublicProfile>;

export const profilesContract = {
  /** Whoever shows nothing is not found, like whoever is not there. One's own is found always. */
  getProfile: route({
    method: "GET",
    path: "/api/readers/:username",
    access: "reader",
    summary: "A reader as they show themselves to others",
    errors: ["not_found"],
    params: z.strictObject({ username: z.string().check(z.minLength(1), z.maxLength(60)) }),
    response: PublicProfile,
  }),
};
