import * as z from "zod/mini";
import { Instant } from "#shared/api/schemas.ts";

export const PushPayload = z.object({
  kind: z.enum(["prayer", "notification", "test"]),
  title: z.string().check(z.minLength(1), z.maxLength(120)),
  body: z.string().check(z.maxLength(300)),
  lang: z.string().check(z.regex(/^[a-z]{2}$/)),
  url: z.string().check(z.regex(/^\/(?![/\\])[^\s\\]*$/)),
  tag: z.string().check(z.minLength(1), z.maxLength(80)),
  isSilent: z.boolean(),
  until: z.optional(Instant),
});
export type PushPayload = z.infer<typeof PushPayload>;
