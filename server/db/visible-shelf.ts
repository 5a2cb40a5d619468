import { type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import { isBlocked } from "./person.ts";

/** Whether the user may see a row of `shelves`, which the statement names `shelves`; false for others' private ones. */
export const isShelfVisible = (viewerId: UserId | null, now: Date): SQL<boolean> =>
  viewerId === null
    ? sql<boolean>`(shelves.visibility = 'public' and ${isShown(now)})`
    : sql<boolean>`(shelves.user_id = ${viewerId} or (${isShown(now)} and not ${isBlocked(viewerId, sql`shelves.user_id`)}
        and (shelves.visibility = 'public' or (shelves.visibility = 'friends' and ${isFriendOfOwner(sql`${viewerId}::uuid`)}))))`;

/** A user as an SQL value. */
export const isFriendOfOwner = (userId: SQL): SQL<boolean> =>
  sql<boolean>`exists (select 1 from friendships f where f.state = 'accepted'
    and ((f.user_id = shelves.user_id and f.friend_id = ${userId}) or (f.user_id = ${userId} and f.friend_id = shelves.user_id)))`;

/** Staff did not hide it, and its owner is neither suspended nor leaving. */
const isShown = (now: Date): SQL =>
  sql`(shelves.removed_at is null and exists (select 1 from users o where o.id = shelves.user_id
    and o.deletion_requested_at is null
    and (o.suspended_until is null or o.suspended_until <= ${now.toISOString()}::timestamptz)))`;
