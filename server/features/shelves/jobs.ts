import * as z from "zod/mini";
import { getShortName } from "#shared/accounts/short-name.ts";
import { UserId } from "#shared/accounts/user.ts";
import { ShelfId } from "#shared/shelves/contract.ts";
import { sendInBatches } from "#server/features/notifications/service.ts";
import { notifyFrom } from "#server/features/people/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { claimNewBooks, findAnnouncedShelf, listShelfFollowers } from "./announcement-queries.ts";
import { getSubject } from "./shelves.ts";

/** Notifies the followers of shelves of the books of the last day. */
export const announceShelfBooks = defineJob({
  name: "shelves.announce",
  queue: "later",
  payload: z.object({}),
  every: "37 6 * * *",
  run: async (services) => {
    const now = services.clock();
    await services.db.transaction(async (tx) => {
      for (const { shelfId, books, title } of await claimNewBooks(tx, now)) {
        const payload = { shelfId, books, title, day: now.toISOString().slice(0, 10) };
        await services.jobs.add(notifyShelfFollowers, payload, { db: tx });
      }
    });
  },
});

/** In the app only. Unread notifications of several shelves become one. */
export const notifyShelfFollowers = defineJob({
  name: "shelves.notify-followers",
  queue: "soon",
  payload: z.object({
    shelfId: ShelfId,
    books: z.int(),
    title: z.string(),
    day: z.string(),
    after: z.optional(UserId),
  }),
  run: async (services, payload) => {
    const { shelfId, books, title, day } = payload;
    const shelf = await findAnnouncedShelf(services.db, shelfId);
    if (!shelf) return;
    const name = getShortName(shelf.firstName, shelf.lastName);
    const event = {
      type: "shelf_books" as const,
      params: { shelfId, shelf: shelf.name, name, books, title },
      key: `shelf:${shelfId}:${day}`,
      subject: getSubject(shelfId),
      group: { key: "shelf-books", actor: shelf.name },
      isQuiet: true,
    };
    await sendInBatches(services, notifyShelfFollowers, payload, {
      list: (tx, last, limit) => listShelfFollowers(tx, shelfId, last, { limit, now: services.clock() }),
      send: (tx, userIds) => notifyFrom(services, shelf.userId, userIds, event, tx),
    });
  },
});
