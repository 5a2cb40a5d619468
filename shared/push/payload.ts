import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";

/** What the browser's worker is given to show, in the reader's language: it has no words of its own. */
export const PushPayload = z.object({
  kind: z.enum(["prayer", "news", "test"]),
  title: z.string().check(z.minLength(1), z.maxLength(120)),
  body: z.string().check(z.maxLength(300)),
  lang: z.string().check(z.regex(/^[a-z]{2}$/)),
  /** Where a touch leads: a path of ours. */
  url: z.string().check(z.regex(/^\/(?![/\\])[^\s\\]*$/)),
  /** A later notification with the same tag takes its place. */
  tag: z.string().check(z.minLength(1), z.maxLength(80)),
  isSilent: z.boolean(),
  /** Of a call to prayer: after this it is shown without a sound, for a call that comes late is none. */
  until: z.optional(Instant),
});
export type PushPayload = z.infer<typeof PushPayload>;
