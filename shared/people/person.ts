import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";

/** A reader as named to others. */
export const Person = z.object({
  id: UserId,
  username: z.string(),
  /** The first name and the initial of the last. */
  name: z.string(),
  /** Empty without a picture. */
  profileImageUrl: z.string(),
  /** Has a public profile at `/readers/:username`. */
  hasProfile: z.boolean(),
});
export type Person = z.infer<typeof Person>;
