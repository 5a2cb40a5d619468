import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";

export const LiveEvent = z.object({
  topic: z.enum([
    "position",
    "library",
    "notification",
    "session",
    "book",
    "job",
    "challenge",
    "activity",
    "upload",
    "person",
    "community",
    "discussion",
    "message",
    "typing",
  ]),
  id: z.optional(z.string()),
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
