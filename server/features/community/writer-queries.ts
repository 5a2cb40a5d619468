import { and, eq, gte, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { posts } from "#server/db/schema/community/communities.ts";
import { heldWords } from "#server/db/schema/community/moderation.ts";

/** The age of a writer's account and their recent posts; those that are shown are counted up to `maxShown`. */
export async function findWriter(db: Database, userId: UserId, dayAgo: Date, maxShown: number) {
  const isOwnPost = eq(posts.authorId, userId);
  const [row] = await db
    .select({
      createdAt: users.createdAt,
      shownCount: sql<number>`(select count(*) from (select 1 from ${posts} where ${and(isOwnPost, eq(posts.state, "shown"))} limit ${maxShown}) few)::int`,
      lastAt:
        sql<Date | null>`(select max(${posts.createdAt}) from ${posts} where ${and(isOwnPost, sql`state <> 'held'`)})`.mapWith(
          posts.createdAt,
        ),
      countOfDay: sql<number>`(select count(*) from ${posts} where ${and(isOwnPost, gte(posts.createdAt, dayAgo))})::int`,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}

/** Whether a normalized text has a word or phrase that staff hold for approval. */
export async function containsHeldWord(db: Database, normalizedText: string): Promise<boolean> {
  const padded = ` ${normalizedText} `;
  const [row] = await db
    .select({ word: heldWords.word })
    .from(heldWords)
    .where(sql`position(' ' || ${heldWords.word} || ' ' in ${padded}) > 0`)
    .limit(1);
  return row !== undefined;
}
