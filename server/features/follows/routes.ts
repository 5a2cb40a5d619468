import { announcementsContract } from "#shared/follows/announcements-contract.ts";
import { followsContract } from "#shared/follows/contract.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { createAnnouncement, deleteAnnouncement, getFollowers, listAnnouncements } from "./announcements.ts";
import { listFollows, updateFollow } from "./service.ts";

export const followsRoutes = bindRoutes(followsContract, {
  listFollows: ({ user, ...services }) => listFollows(services, user.id),
  updateFollow: ({ user, ...services }, { params, body }) =>
    updateFollow(services, user, params.kind, params.id, body.isFollowing),
});

export const announcementsRoutes = bindRoutes(announcementsContract, {
  listAnnouncements: (services, { params }) => listAnnouncements(services, params.contributorId),
  getFollowers: ({ user, ...services }) => getFollowers(services, user),
  createAnnouncement: ({ user, ...services }, { body }) => createAnnouncement(services, user, body),
  deleteAnnouncement: ({ user, ...services }, { params }) =>
    deleteAnnouncement(services, user, params.announcementId),
});
