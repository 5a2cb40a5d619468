import { and, asc, eq, gt, inArray, isNull, or, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import type { Database } from "#server/db/client.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { follows } from "#server/db/schema/accounts/people.ts";
import { books } from "#server/db/schema/books/books.ts";
import {
  communities,
  communityMembers,
  discussionReaders,
  discussions,
} from "#server/db/schema/community/communities.ts";
import { isAheadOfViewer, isOpenToMember } from "./discussion-queries.ts";

interface PostReference {
  readonly discussionId: DiscussionId;
  readonly communityId: CommunityId;
  readonly authorId: UserId | null;
  readonly number: number;
}

export interface Recipient {
  readonly userId: UserId;
  readonly isMentioned: boolean;
}

/**
 * Members who are mentioned in a post and followers of its discussion, if they may read it; for an opening
 * post, followers of its community. Users who have read it are left out.
 *
 * @param isBookVisible a condition on the joined users and books
 */
export function listRecipients(
  db: Database,
  { discussionId: id, communityId, authorId, number }: PostReference,
  mentions: readonly string[],
  isBookVisible: SQL | undefined,
  { after, limit }: { readonly after: UserId | undefined; readonly limit: number },
): Promise<Recipient[]> {
  const isActive = sql`${communityMembers.state} is not distinct from 'active'`;
  const isMentionedByName = inArray(sql`lower(${users.username})`, [...mentions]);
  const isMentioned = sql<boolean>`(${isActive} and ${isMentionedByName})`;
  const followers =
    number === 0
      ? sql`select user_id from ${follows} where kind = 'community' and subject_id = ${communityId}`
      : sql`select user_id from ${discussionReaders}
          where ${discussionReaders.discussionId} = ${id} and ${discussionReaders.isFollowing}`;
  return db
    .select({ userId: users.id, isMentioned })
    .from(discussions)
    .innerJoin(communities, eq(communities.id, discussions.communityId))
    .innerJoin(users, or(sql`${users.id} in (${followers})`, isMentionedByName))
    .leftJoin(books, eq(books.id, discussions.anchorBookId))
    .leftJoin(
      communityMembers,
      and(eq(communityMembers.communityId, communities.id), eq(communityMembers.userId, users.id)),
    )
    .where(
      and(
        eq(discussions.id, id),
        isNull(communities.deletedAt),
        sql`${users.id} is distinct from ${authorId}`,
        after ? gt(users.id, after) : undefined,
        isNull(users.deletionRequestedAt),
        or(isMentioned, sql`${users.id} in (${followers})`),
        sql`((${isActive} and ${isOpenToMember}) or (${communities.visibility} = 'public' and not ${discussions.isMembersOnly}
          and ${communityMembers.state} is distinct from 'banned'))`,
        or(isNull(discussions.anchorBookId), isBookVisible),
        sql`not ${isAheadOfViewer(users.id)}`,
        sql`not exists (select from ${discussionReaders}
          where ${discussionReaders.userId} = ${users.id} and ${discussionReaders.discussionId} = ${id}
            and ${discussionReaders.readNumber} >= ${number})`,
      ),
    )
    .orderBy(asc(users.id))
    .limit(limit);
}
