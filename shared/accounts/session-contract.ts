import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { languages } from "#shared/api/language.ts";
import { User } from "./user.ts";

export const ProfileLine = z.enum(["bio", "finished", "time", "streak", "genres", "challenges"]);
export type ProfileLine = z.infer<typeof ProfileLine>;

/** When notifications are sent, in the reader's zone. */
export const NotificationTimes = z.strictObject({
  /** An IANA name; unknown ones count as UTC. The type of time zones is not part of the first load. */
  zone: z.string().check(z.maxLength(60), z.regex(/^[\w+\-/:]+$/)),
  /** Hours 0 to 23 between which emails and push messages wait; null for none. Prayer alerts do not wait. */
  quietFrom: z.nullable(z.int().check(z.gte(0), z.lte(23))),
  quietUntil: z.nullable(z.int().check(z.gte(0), z.lte(23))),
  /** One email for all notifications instead of one each; weekly on Fridays. */
  digest: z.enum(["off", "daily", "weekly"]),
  digestHour: z.int().check(z.gte(0), z.lte(23)),
});
export type NotificationTimes = z.infer<typeof NotificationTimes>;

export const Preferences = z.strictObject({
  theme: z.optional(z.enum(["system", "light", "dark", "sepia"])),
  language: z.optional(z.enum(languages)),
  calendar: z.optional(z.enum(["gregorian", "hijri", "both"])),
  /** 0.5 to 3.5. */
  playbackRate: z.optional(z.number().check(z.gte(0.5), z.lte(3.5))),
  skipBackSeconds: z.optional(z.int().check(z.gte(5), z.lte(300))),
  skipForwardSeconds: z.optional(z.int().check(z.gte(5), z.lte(300))),
  timeDisplay: z.optional(z.enum(["book", "chapter"])),
  /** Milliseconds by which the highlight lags behind the audio, in steps of 50; negative for earlier. */
  syncOffsetMs: z.optional(z.int().check(z.gte(-2000), z.lte(2000), z.multipleOf(50))),
  /** True by default. */
  showsAmongChampions: z.optional(z.boolean()),
  /** Users who find the reader by name; everyone by default. */
  findableBy: z.optional(z.enum(["everyone", "friends", "nobody"])),
  /** The users who may message the reader; everyone by default, others than friends as message requests. */
  messagesFrom: z.optional(z.enum(["everyone", "followed", "friends", "nobody"])),
  /** Whether read receipts are shared with others; true by default. */
  sharesReadReceipts: z.optional(z.boolean()),
  /**
   * Whether members of the reader's communities see how far they are in its current book; false by default.
   */
  showsProgressInCommunities: z.optional(z.boolean()),
  notificationTimes: z.optional(NotificationTimes),
  /** Empty by default. */
  profileShows: z.optional(z.array(ProfileLine).check(z.maxLength(6))),
});
export type Preferences = z.infer<typeof Preferences>;

export const sessionContract = {
  getUser: route({
    method: "GET",
    path: "/api/auth/user",
    access: "reader",
    summary: "The signed-in user",
    reads: ["session"],
    response: User,
  }),

  getPreferences: route({
    method: "GET",
    path: "/api/user/preferences",
    access: "reader",
    summary: "The user's preferences",
    reads: ["preferences"],
    response: Preferences,
  }),

  updatePreferences: route({
    method: "PATCH",
    path: "/api/user/preferences",
    access: "reader",
    summary: "Updates the given preferences",
    changes: ["preferences"],
    body: Preferences,
    response: Preferences,
  }),
};
