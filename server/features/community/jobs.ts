import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { PostId } from "#shared/community/discussion.ts";
import { listMentions } from "#shared/rich-text/rich-text.ts";
import type { Database } from "#server/db/client.ts";
import { isVisibleToJoinedUser } from "#server/features/books/service.ts";
import { type NotificationEvent, sendInBatches } from "#server/features/notifications/service.ts";
import { notifyFrom } from "#server/features/people/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { deleteCommunitiesBefore } from "./community-queries.ts";
import { deleteDraftsBefore } from "./draft-queries.ts";
import { assignOwners, recountMembers } from "./member-queries.ts";
import { findNotifiable, markNotified } from "./post-queries.ts";
import { listRecipients, type Recipient } from "./recipient-queries.ts";

const dayMs = 24 * 3_600_000;
const graceMs = 14 * dayMs;
const draftRetentionMs = 90 * dayMs;

/**
 * Notifies the people whom a post mentions, and the followers of its discussion, or of its community when it
 * opens a discussion, if they may read it: once, when the post is first shown.
 */
export const notifyPost = defineJob({
  name: "community.notify-post",
  queue: "soon",
  payload: z.object({ postId: PostId, after: z.optional(UserId) }),
  run: async (services, payload) => {
    const { postId } = payload;
    const post = await findNotifiable(services.db, postId);
    if (!post) return;
    let recipients: Recipient[] = [];
    await sendInBatches(services, notifyPost, payload, {
      list: async (tx, after, limit) => {
        const isFirst = after !== undefined || (await markNotified(tx, postId, services.clock()));
        if (!isFirst) return [];
        recipients = await listRecipients(tx, post, listMentions(post.content), isVisibleToJoinedUser(), {
          after,
          limit,
        });
        return recipients.map(({ userId }) => userId);
      },
      send: (tx) => notifyRecipients(services, tx, { ...post, postId }, recipients),
    });
  },
});

type Notifiable = NonNullable<Awaited<ReturnType<typeof findNotifiable>>> & { readonly postId: PostId };

async function notifyRecipients(
  services: Services,
  tx: Database,
  { postId, authorId, author, discussionId, communityId, communityName, title, number }: Notifiable,
  recipients: readonly Recipient[],
): Promise<void> {
  if (!authorId || !author) return;
  const getUserIds = (isMentioned: boolean) =>
    recipients.filter((each) => each.isMentioned === isMentioned).map(({ userId }) => userId);
  const { name } = author;
  const common = {
    params: { communityId, discussionId, number, discussion: title, community: communityName, name },
    subject: `post:${postId}`,
    key: `post:${postId}`,
  };
  await notifyFrom(services, authorId, getUserIds(true), { ...common, type: "mention" }, tx);
  const group = { key: `discussion:${discussionId}`, actor: name };
  const reply: NotificationEvent = { ...common, type: "reply", group };
  const opening: NotificationEvent = { ...common, type: "discussion" };
  await notifyFrom(services, authorId, getUserIds(false), number === 0 ? opening : reply, tx);
}

/**
 * Removes deleted communities and old drafts; counts members and names owners again after accounts were
 * erased.
 */
export const maintainCommunities = defineJob({
  name: "community.maintain",
  queue: "later",
  payload: z.object({}),
  every: "23 * * * *",
  run: async ({ db, clock }) => {
    const now = clock();
    await recountMembers(db);
    await assignOwners(db, now);
    await deleteCommunitiesBefore(db, new Date(now.getTime() - graceMs));
    await deleteDraftsBefore(db, new Date(now.getTime() - draftRetentionMs));
  },
});
