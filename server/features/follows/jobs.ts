import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { BookId } from "#shared/books/book.ts";
import { AnnouncementId } from "#shared/follows/announcements-contract.ts";
import { notifyAll, sendInBatches } from "#server/features/notifications/service.ts";
import { notifyFrom } from "#server/features/people/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { findAnnouncement, findNewBook, listAuthorFollowers, listBookFollowers } from "./queries.ts";

const maxExcerpt = 200;

/** The beginning of a text, without a word that is cut. */
const toExcerpt = (text: string) =>
  text.length > maxExcerpt ? `${text.slice(0, maxExcerpt).replace(/\s+\S*$/u, "")}…` : text;

const after = z.optional(UserId);

/** Notifies the followers of a released book. */
export const notifyBookFollowers = defineJob({
  name: "follows.notify-book",
  queue: "soon",
  payload: z.object({ bookId: BookId, after }),
  run: async (services, payload) => {
    const { bookId } = payload;
    const book = await findNewBook(services.db, bookId);
    if (!book) return;
    const { title, author } = book;
    await sendInBatches(services, notifyBookFollowers, payload, {
      list: (tx, after, limit) => listBookFollowers(tx, bookId, after, limit),
      send: (tx, userIds) =>
        notifyAll(
          services,
          userIds,
          {
            type: "followed_book",
            params: { bookId, title, author },
            key: `book:${bookId}:published`,
            subject: `book:${bookId}`,
            group: { key: "new-books", actor: title },
          },
          tx,
        ),
    });
  },
});

/** Notifies the followers of an author. */
export const notifyAnnouncement = defineJob({
  name: "follows.notify-announcement",
  queue: "soon",
  payload: z.object({ announcementId: AnnouncementId, after }),
  run: async (services, payload) => {
    const { announcementId } = payload;
    const found = await findAnnouncement(services.db, announcementId);
    if (!found?.authorId) return;
    const { authorId, contributorId, name, text } = found;
    const event = {
      type: "announcement" as const,
      params: { contributorId, author: name, text: toExcerpt(text) },
      key: `announcement:${announcementId}`,
      subject: `announcement:${announcementId}`,
    };
    await sendInBatches(services, notifyAnnouncement, payload, {
      list: (tx, after, limit) => listAuthorFollowers(tx, contributorId, after, limit),
      send: (tx, userIds) => notifyFrom(services, authorId, userIds, event, tx),
    });
  },
});
