import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { stream } from "#shared/api/contract.ts";
import { topics } from "#shared/api/topics.ts";

export const LiveEvent = z.object({
  /** What changed. */
  topics: z.array(z.enum(topics)),
  /** The tab that made the change and shows it already. */
  origin: z.optional(z.string()),
  /** A new message, which the receiver fetches by its number. */
  message: z.optional(z.object({ conversationId: z.string(), number: z.int() })),
  /** How far a member of a conversation has received and read it. */
  receipt: z.optional(
    z.object({
      conversationId: z.string(),
      userId: UserId,
      deliveredNumber: z.int(),
      readNumber: z.int(),
    }),
  ),
  /** The upload that was processed. */
  uploadId: z.optional(z.string()),
  /** The conversation in which someone is typing. */
  typingIn: z.optional(z.string()),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

export const eventStreams = {
  /** Server-sent events. After `hello` and `missed` the client refetches everything. */
  getEvents: stream({
    method: "GET",
    path: "/api/live",
    access: "reader",
    summary: "Streams live events to a signed-in browser",
    produces: "text/event-stream",
  }),
};
