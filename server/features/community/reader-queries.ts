import { sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { DiscussionId } from "#shared/community/discussion.ts";
import type { Database } from "#server/db/client.ts";
import { discussionReaders } from "#server/db/schema/community/communities.ts";

export async function saveReader(
  db: Database,
  userId: UserId,
  discussionId: DiscussionId,
  {
    readNumber,
    isFollowing,
    openedAt,
  }: {
    readonly readNumber?: number;
    readonly isFollowing?: boolean;
    readonly openedAt?: Date;
  },
): Promise<void> {
  await db
    .insert(discussionReaders)
    .values({
      userId,
      discussionId,
      readNumber: readNumber ?? -1,
      isFollowing: isFollowing ?? false,
      openedAt,
    })
    .onConflictDoUpdate({
      target: [discussionReaders.userId, discussionReaders.discussionId],
      set: {
        ...(readNumber !== undefined && {
          readNumber: sql`greatest(${discussionReaders.readNumber}, ${readNumber})`,
        }),
        ...(isFollowing !== undefined && { isFollowing }),
        ...(openedAt && {
          openedAt: sql`coalesce(${discussionReaders.openedAt}, ${openedAt.toISOString()}::timestamptz)`,
        }),
        // Keeps the statement valid when there is nothing to update.
        userId,
      },
    });
}
