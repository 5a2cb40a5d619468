import * as z from "zod/mini";
import { stream } from "#shared/api/contract.ts";

/** What changed for this reader; the browser then asks anew. Ids only, never contents. */
export const LiveEvent = z.object({
  topic: z.enum(["position", "library", "notification", "session", "book", "job", "challenge"]),
  /** The thing that changed, such as a book's id. */
  id: z.optional(z.string()),
});
export type LiveEvent = z.infer<typeof LiveEvent>;

export const eventStreams = {
  /** Server-sent events; `hello` at the start and `missed` after a gap tell the browser to ask everything anew. */
  getEvents: stream({
    method: "GET",
    path: "/api/live",
    access: "reader",
    summary: "Tells a signed-in browser what changed",
    produces: "text/event-stream",
  }),
};
