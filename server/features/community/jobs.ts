import * as z from "zod/mini";
import { PostId } from "#shared/community/discussion.ts";
import { listMentions } from "#shared/rich-text/rich-text.ts";
import { filterVisibleToUsers } from "#server/features/books/service.ts";
import { notifyFrom } from "#server/features/people/service.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import type { Services } from "#server/services.ts";
import { deleteCommunitiesBefore } from "./community-queries.ts";
import { mentionTexts, replyTexts } from "./community-texts.ts";
import { listRecipients } from "./discussion-queries.ts";
import { assignOwners, recountMembers } from "./member-queries.ts";
import { deleteDraftsBefore, findNotifiable } from "./post-queries.ts";

const dayMs = 24 * 3_600_000;
const graceMs = 14 * dayMs;
const draftsKeptMs = 90 * dayMs;

/** Notifies the followers of a discussion and those whom a post mentions, as far as they may read it. */
export const notifyPost = defineJob({
  name: "community.notify-post",
  payload: z.object({ postId: PostId }),
  run: (services, { postId }) => sendPostNotifications(services, postId),
});

async function sendPostNotifications(services: Services, postId: PostId): Promise<void> {
  const { db } = services;
  const post = await findNotifiable(db, postId);
  if (!post?.authorId || !post.author) return;
  const { authorId, author, discussionId: id, communityId, title, number, content } = post;
  const recipients = await listRecipients(
    db,
    { id, authorId },
    listMentions(content),
    filterVisibleToUsers(),
  );
  const actionUrl = `/community/${communityId}/discussions/${id}?post=${number}`;
  const subject = `post:${postId}`;
  const named = { actionUrl, subject, key: `post:${postId}` };
  await db.transaction(async (tx) => {
    await notifyFrom(
      services,
      authorId,
      recipients.filter(({ isMentioned }) => isMentioned).map(({ userId }) => userId),
      { ...named, type: "mention", words: (language) => mentionTexts(language, title, author.name) },
      tx,
    );
    if (number === 0) return;
    await notifyFrom(
      services,
      authorId,
      recipients.filter(({ isMentioned }) => !isMentioned).map(({ userId }) => userId),
      {
        ...{ ...named, type: "reply" },
        words: (language) => replyTexts(language, title, [author.name], 1),
        group: {
          ...{ key: `discussion:${id}`, actor: author.name },
          words: (language, actors, count) => replyTexts(language, title, actors, count),
        },
      },
      tx,
    );
  });
}

/** Removes deleted communities and old drafts; counts members and names owners again after accounts were erased. */
export const maintainCommunities = defineJob({
  name: "community.maintain",
  payload: z.object({}),
  every: "23 * * * *",
  run: async ({ db, clock }) => {
    const now = clock();
    await recountMembers(db);
    await assignOwners(db, now);
    await deleteCommunitiesBefore(db, new Date(now.getTime() - graceMs));
    await deleteDraftsBefore(db, new Date(now.getTime() - draftsKeptMs));
  },
});
