import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { JobResult } from "#shared/api/schemas.ts";

/**
 * Part of the first load, so apart from the other operations. The connection is named by the `hello` event.
 */
export const watchDiscussions = route({
  method: "PUT",
  path: "/api/live/rooms",
  access: "reader",
  summary: "Sends events of only these discussions to one of the caller's connections",
  unchanged: "Concerns the connection only",
  body: z.strictObject({
    connection: z.uuid(),
    discussionIds: z.array(z.uuid()).check(z.maxLength(10)),
  }),
  response: JobResult,
});
