import type { InputOf } from "#shared/api/contract.ts";
import { DiscussionId } from "#shared/community/discussion.ts";
import type { discussionsContract } from "#shared/community/discussions-contract.ts";
import { setRooms } from "#server/features/events/service.ts";
import { markSeen } from "#server/features/notifications/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { requireDiscussionAccess } from "./discussion-access.ts";
import { filterPostsUpTo } from "./post-queries.ts";
import { saveReader } from "./reader-queries.ts";

/** @throws {ProblemError} `not_found`; `forbidden` when it is ahead */
export async function followDiscussion(
  context: Context,
  { params: { discussionId }, body: { isFollowing } }: InputOf<typeof discussionsContract.followDiscussion>,
): Promise<void> {
  await requireDiscussionAccess(context, context.user, discussionId);
  await saveReader(context.db, context.user.id, discussionId, { isFollowing });
}

/** @throws {ProblemError} `not_found`; `forbidden` when it is ahead */
export async function markDiscussionRead(
  context: Context,
  { params: { discussionId }, body: { number } }: InputOf<typeof discussionsContract.markDiscussionRead>,
): Promise<void> {
  const { user } = context;
  const { discussion } = await requireDiscussionAccess(context, user, discussionId);
  const readNumber = Math.min(number, discussion.lastNumber);
  await saveReader(context.db, user.id, discussionId, { readNumber });
  await markSeen(context, user.id, "post:", (ids) =>
    filterPostsUpTo(context.db, discussionId, ids, readNumber),
  );
}

/**
 * Sends changes of these discussions to a browser's connection, except those that its reader may not read.
 */
export async function watchDiscussions(
  context: Context,
  { body: { connection, discussionIds } }: InputOf<typeof discussionsContract.watchDiscussions>,
): Promise<void> {
  const { user } = context;
  const access = await Promise.all(
    discussionIds.map((id) =>
      requireDiscussionAccess(context, user, DiscussionId.parse(id)).then(
        ({ discussion }) => discussion.id,
        () => null,
      ),
    ),
  );
  const rooms = access.flatMap((id) => (id ? [`discussion:${id}`] : []));
  await setRooms(context, user.id, connection, rooms);
}
