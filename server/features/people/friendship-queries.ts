import { and, eq, inArray, lte, or } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { friendNotices, friendships } from "#server/db/schema/accounts/people.ts";

/** @returns whether it is a new request */
export async function insertFriendRequest(
  db: Database,
  userId: UserId,
  friendId: UserId,
  createdAt: Date,
): Promise<boolean> {
  const added = await db
    .insert(friendships)
    .values({ userId, friendId, state: "requested", createdAt })
    .onConflictDoNothing()
    .returning({ userId: friendships.userId });
  return added.length > 0;
}

const noticeIntervalMs = 24 * 3_600_000;

/** @returns whether a user's requests may notify another user outside of the app: once a day */
export async function claimFriendNotice(
  db: Database,
  userId: UserId,
  friendId: UserId,
  sentAt: Date,
): Promise<boolean> {
  const claimed = await db
    .insert(friendNotices)
    .values({ userId, friendId, sentAt })
    .onConflictDoUpdate({
      target: [friendNotices.userId, friendNotices.friendId],
      set: { sentAt },
      setWhere: lte(friendNotices.sentAt, new Date(sentAt.getTime() - noticeIntervalMs)),
    })
    .returning({ userId: friendNotices.userId });
  return claimed.length > 0;
}

/** @returns whether there was an open request of the other one */
export async function setRequestState(
  db: Database,
  userId: UserId,
  requesterId: UserId,
  state: "accepted" | "declined",
): Promise<boolean> {
  const changed = await db
    .update(friendships)
    .set({ state })
    .where(
      and(
        eq(friendships.userId, requesterId),
        eq(friendships.friendId, userId),
        eq(friendships.state, "requested"),
      ),
    )
    .returning({ userId: friendships.userId });
  return changed.length > 0;
}

/** Ends a friendship and withdraws a request; a request that was declined stays. */
export async function deleteFriendship(db: Database, userId: UserId, otherId: UserId): Promise<void> {
  const ownFriendship = and(eq(friendships.userId, userId), eq(friendships.friendId, otherId));
  const received = and(eq(friendships.userId, otherId), eq(friendships.friendId, userId));
  await db
    .delete(friendships)
    .where(
      or(
        and(ownFriendship, inArray(friendships.state, ["requested", "accepted"])),
        and(received, eq(friendships.state, "accepted")),
      ),
    );
}
