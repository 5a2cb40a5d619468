import { done } from "#shared/api/schemas.ts";
import { announcementsContract } from "#shared/follows/announcements-contract.ts";
import { followsContract } from "#shared/follows/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { createAnnouncement, deleteAnnouncement, getFollowers, listAnnouncements } from "./announcements.ts";
import { listFollows, updateFollow } from "./service.ts";

export const followsRoutes = bindRoutes(followsContract, {
  listFollows: (_input, { user, ...services }) => listFollows(services, user.id),
  updateFollow: ({ params, body }, { user, ...services }) =>
    updateFollow(services, user, params.kind, params.id, body.isFollowing).then(() => done),
});

export const announcementsRoutes = bindRoutes(announcementsContract, {
  listAnnouncements: ({ params }, services) => listAnnouncements(services, params.contributorId),
  getFollowers: (_input, { user, ...services }) => getFollowers(services, user),
  createAnnouncement: ({ body }, { user, ...services }) => createAnnouncement(services, user, body),
  deleteAnnouncement: ({ params }, { user, ...services }) =>
    deleteAnnouncement(services, user, params.announcementId).then(() => done),
});
