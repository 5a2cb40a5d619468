import { done } from "#shared/api/schemas.ts";
import { communityContract } from "#shared/community/contract.ts";
import { DiscussionId } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { bindRoutes, combineRoutes } from "#server/http/api/bind-contract.ts";
import {
  createCommunity,
  deleteScheduledBook,
  getCommunity,
  listCommunities,
  saveScheduledBook,
  updateCommunity,
} from "./communities.ts";
import {
  createDiscussion,
  followDiscussion,
  getDiscussion,
  listDiscussions,
  listFeed,
  markRead,
  openDiscussion,
  updateDiscussion,
  watchDiscussions,
} from "./discussions.ts";
import { getDraft, saveDraft } from "./drafts.ts";
import {
  createInvite,
  deleteInvite,
  joinCommunity,
  leaveCommunity,
  listInvites,
  listMembers,
  removeMember,
  updateMember,
} from "./members.ts";
import {
  createPost,
  deletePost,
  likePost,
  listPostRevisions,
  listPosts,
  moderatePost,
  updatePost,
} from "./posts.ts";

const communities = bindRoutes(communityContract, {
  listCommunities: ({ query }, { user, ...services }) => listCommunities(services, user, query),
  createCommunity: ({ body }, { user, ...services }) => createCommunity(services, user, body),
  getCommunity: ({ params }, { user, ...services }) => getCommunity(services, user, params.communityId),
  updateCommunity: ({ params, body }, { user, ...services }) =>
    updateCommunity(services, user, params.communityId, body),
  joinCommunity: ({ params, body }, { user, ...services }) =>
    joinCommunity(services, user, params.communityId, body),
  leaveCommunity: ({ params }, { user, ...services }) =>
    leaveCommunity(services, user, params.communityId).then(() => done),
  listMembers: ({ params, query }, { user, ...services }) =>
    listMembers(services, user, params.communityId, query),
  updateMember: ({ params, body }, { user, ...services }) =>
    updateMember(services, user, params, body).then(() => done),
  removeMember: ({ params }, { user, ...services }) => removeMember(services, user, params).then(() => done),
  listInvites: ({ params }, { user, ...services }) => listInvites(services, user, params.communityId),
  createInvite: ({ params, body }, { user, ...services }) =>
    createInvite(services, user, params.communityId, body),
  deleteInvite: ({ params }, { user, ...services }) =>
    deleteInvite(services, user, params.communityId, params.inviteId).then(() => done),
  saveScheduledBook: ({ params, body }, { user, ...services }) =>
    saveScheduledBook(services, user, params, body),
  deleteScheduledBook: ({ params }, { user, ...services }) =>
    deleteScheduledBook(services, user, params.communityId, params.bookId),
});

const discussions = bindRoutes(discussionsContract, {
  listFeed: ({ query }, { user, ...services }) => listFeed(services, user, query),
  listDiscussions: ({ params, query }, { user, ...services }) =>
    listDiscussions(services, user, params.communityId, query),
  createDiscussion: ({ params, body }, { user, ...services }) =>
    createDiscussion(services, user, params.communityId, body),
  getDiscussion: ({ params }, { user, ...services }) => getDiscussion(services, user, params.discussionId),
  openDiscussion: ({ params }, { user, ...services }) => openDiscussion(services, user, params.discussionId),
  updateDiscussion: ({ params, body }, { user, ...services }) =>
    updateDiscussion(services, user, params.discussionId, body),
  followDiscussion: ({ params, body }, { user, ...services }) =>
    followDiscussion(services, user, params.discussionId, body.isFollowing).then(() => done),
  markDiscussionRead: ({ params, body }, { user, ...services }) =>
    markRead(services, user, params.discussionId, body.number).then(() => done),
  listPosts: ({ params, query }, { user, ...services }) =>
    listPosts(services, user, params.discussionId, query),
  createPost: ({ params, body }, { user, ...services }) =>
    createPost(services, user, params.discussionId, body),
  updatePost: ({ params, body }, { user, ...services }) =>
    updatePost(services, user, params.postId, body.text),
  deletePost: ({ params }, { user, ...services }) => deletePost(services, user, params.postId),
  moderatePost: ({ params, body }, { user, ...services }) =>
    moderatePost(services, user, params.postId, body),
  likePost: ({ params, body }, { user, ...services }) =>
    likePost(services, user, params.postId, body.isLiked),
  listPostRevisions: ({ params }, { user, ...services }) => listPostRevisions(services, user, params.postId),
  watchDiscussions: ({ body }, { user, ...services }) =>
    watchDiscussions(
      services,
      user,
      body.connection,
      body.discussionIds.map((id) => DiscussionId.parse(id)),
    ).then(() => done),
  getDraft: ({ params }, { user, db }) => getDraft(db, user.id, params.subjectId),
  saveDraft: ({ params, body }, { user, ...services }) =>
    saveDraft(services, user.id, params.subjectId, body).then(() => done),
});

export const communityRoutes = combineRoutes(communities, discussions);
