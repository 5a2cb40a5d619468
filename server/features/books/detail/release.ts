import * as z from "zod/mini";
import { bookReleased } from "#server/features/books/service.ts";
import { emitWebhookEvent } from "#server/features/webhooks/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { publishDue } from "./release-queries.ts";

/** Publishes scheduled books at their release time and lists them as new. */
export const releaseBooks = defineJob({
  name: "books.publish-due",
  queue: "soon",
  payload: z.strictObject({}),
  every: "* * * * *",
  run: (services) =>
    services.db.transaction(async (tx) => {
      for (const bookId of await publishDue(tx, services.clock())) {
        await services.jobs.add(bookReleased, { bookId }, { db: tx });
        await emitWebhookEvent(services, "book.published", { bookId }, tx);
      }
    }),
});
