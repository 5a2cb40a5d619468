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
  listCommunities: ({ user, ...services }, { query }) => listCommunities(services, user, query),
  createCommunity: ({ user, ...services }, { body }) => createCommunity(services, user, body),
  getCommunity: ({ user, ...services }, { params }) => getCommunity(services, user, params.communityId),
  updateCommunity: ({ user, ...services }, { params, body }) =>
    updateCommunity(services, user, params.communityId, body),
  joinCommunity: ({ user, ...services }, { params, body }) =>
    joinCommunity(services, user, params.communityId, body),
  leaveCommunity: ({ user, ...services }, { params }) => leaveCommunity(services, user, params.communityId),
  listMembers: ({ user, ...services }, { params, query }) =>
    listMembers(services, user, params.communityId, query),
  updateMember: ({ user, ...services }, { params, body }) => updateMember(services, user, params, body),
  removeMember: ({ user, ...services }, { params }) => removeMember(services, user, params),
  listInvites: ({ user, ...services }, { params }) => listInvites(services, user, params.communityId),
  createInvite: ({ user, ...services }, { params, body }) =>
    createInvite(services, user, params.communityId, body),
  deleteInvite: ({ user, ...services }, { params }) =>
    deleteInvite(services, user, params.communityId, params.inviteId),
  saveScheduledBook: ({ user, ...services }, { params, body }) =>
    saveScheduledBook(services, user, params, body),
  deleteScheduledBook: ({ user, ...services }, { params }) =>
    deleteScheduledBook(services, user, params.communityId, params.bookId),
});

const discussions = bindRoutes(discussionsContract, {
  listFeed: ({ user, ...services }, { query }) => listFeed(services, user, query),
  listDiscussions: ({ user, ...services }, { params, query }) =>
    listDiscussions(services, user, params.communityId, query),
  createDiscussion: ({ user, ...services }, { params, body }) =>
    createDiscussion(services, user, params.communityId, body),
  getDiscussion: ({ user, ...services }, { params }) => getDiscussion(services, user, params.discussionId),
  openDiscussion: ({ user, ...services }, { params }) => openDiscussion(services, user, params.discussionId),
  updateDiscussion: ({ user, ...services }, { params, body }) =>
    updateDiscussion(services, user, params.discussionId, body),
  followDiscussion: ({ user, ...services }, { params, body }) =>
    followDiscussion(services, user, params.discussionId, body.isFollowing),
  markDiscussionRead: ({ user, ...services }, { params, body }) =>
    markRead(services, user, params.discussionId, body.number),
  listPosts: ({ user, ...services }, { params, query }) =>
    listPosts(services, user, params.discussionId, query),
  createPost: ({ user, ...services }, { params, body }) =>
    createPost(services, user, params.discussionId, body),
  updatePost: ({ user, ...services }, { params, body }) =>
    updatePost(services, user, params.postId, body.text),
  deletePost: ({ user, ...services }, { params }) => deletePost(services, user, params.postId),
  moderatePost: ({ user, ...services }, { params, body }) =>
    moderatePost(services, user, params.postId, body),
  likePost: ({ user, ...services }, { params, body }) =>
    likePost(services, user, params.postId, body.isLiked),
  listPostRevisions: ({ user, ...services }, { params }) => listPostRevisions(services, user, params.postId),
  watchDiscussions: ({ user, ...services }, { body }) =>
    watchDiscussions(
      services,
      user,
      body.connection,
      body.discussionIds.map((id) => DiscussionId.parse(id)),
    ),
  getDraft: ({ user, db }, { params }) => getDraft(db, user.id, params.subjectId),
  saveDraft: ({ user, ...services }, { params, body }) =>
    saveDraft(services, user.id, params.subjectId, body),
});

export const communityRoutes = combineRoutes(communities, discussions);
