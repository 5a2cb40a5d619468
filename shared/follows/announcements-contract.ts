import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant, JobResult, prose } from "#shared/api/schemas.ts";
import { ContributorId } from "#shared/books/book.ts";

export const AnnouncementId = z.uuid().brand<"AnnouncementId">();
export type AnnouncementId = z.infer<typeof AnnouncementId>;

export const Announcement = z.object({ id: AnnouncementId, text: z.string(), createdAt: Instant });
export type Announcement = z.infer<typeof Announcement>;

/** Announcements of an author in seven days. */
export const maxAnnouncementsPerWeek = 2;
export const maxAnnouncementLength = 1000;

export const announcementsContract = {
  listAnnouncements: route({
    method: "GET",
    path: "/api/authors/:contributorId/announcements",
    access: "guest",
    summary: "The latest announcements of an author",
    reads: ["announcement"],
    params: z.strictObject({ contributorId: ContributorId }),
    response: z.array(Announcement),
  }),

  getFollowers: route({
    method: "GET",
    path: "/api/author-page/followers",
    access: "author",
    summary: "How many readers follow the author; null below ten",
    reads: ["follow"],
    response: z.object({ count: z.nullable(z.int()) }),
  }),

  createAnnouncement: route({
    method: "POST",
    path: "/api/author-page/announcements",
    access: "author",
    budget: "write",
    summary: "Publishes an announcement on the author's page and notifies the followers",
    changes: ["announcement"],
    body: z.strictObject({
      text: prose(maxAnnouncementLength).check(z.minLength(1)),
      /** Chosen by the device: a repeated request publishes once. */
      clientId: z.uuid(),
    }),
    response: Announcement,
  }),

  deleteAnnouncement: route({
    method: "DELETE",
    path: "/api/announcements/:announcementId",
    access: "reader",
    summary: "Deletes the user's own announcement; staff delete any",
    changes: ["announcement"],
    params: z.strictObject({ announcementId: AnnouncementId }),
    response: JobResult,
  }),
};
