import { and, asc, eq, inArray, ne, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { ConversationId } from "#shared/messages/message.ts";
import type { Person } from "#shared/people/person.ts";
import type { Database } from "#server/db/client.ts";
import { getPerson, isBlocked } from "#server/db/person.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { conversationMembers, conversations } from "#server/db/schema/community/messages.ts";

/** The other members of conversations, and whether a block is between them and the user. */
export function listOthers(db: Database, userId: UserId, ids: readonly ConversationId[]) {
  if (ids.length === 0) return Promise.resolve([]);
  return db
    .select({
      conversationId: conversationMembers.conversationId,
      person: getPerson() as SQL<Person>,
      ...pick(conversationMembers, "userId", "state", "deliveredNumber", "readNumber"),
      isBlocked: isBlocked(userId, conversationMembers.userId),
      sharesReadReceipts: sql<boolean>`coalesce((${users.preferences} ->> 'sharesReadReceipts')::boolean, true)`,
    })
    .from(conversationMembers)
    .innerJoin(users, eq(users.id, conversationMembers.userId))
    .where(and(inArray(conversationMembers.conversationId, [...ids]), ne(conversationMembers.userId, userId)))
    .orderBy(asc(users.firstName), asc(users.id));
}

export async function isSharingReadReceipts(db: Database, userId: UserId): Promise<boolean> {
  const [row] = await db
    .select({
      shares: sql<boolean>`coalesce((${users.preferences} ->> 'sharesReadReceipts')::boolean, true)`,
    })
    .from(users)
    .where(eq(users.id, userId));
  return row?.shares ?? true;
}

type Member = typeof conversationMembers.$inferInsert;
export type MemberState = Member["state"];

/** Adds a member, or sets the state of one; without `fromNumber` a former member reads on where they left. */
export async function upsertMember(tx: Database, member: Member): Promise<void> {
  const { state, fromNumber, readNumber } = member;
  await tx
    .insert(conversationMembers)
    .values(member)
    .onConflictDoUpdate({
      target: [conversationMembers.conversationId, conversationMembers.userId],
      set: { state, ...(fromNumber !== undefined && { fromNumber, readNumber }) },
    });
}

export async function updateMember(
  db: Database,
  id: ConversationId,
  userId: UserId,
  changes: Partial<Pick<Member, "state" | "mutedUntil">>,
): Promise<void> {
  await db
    .update(conversationMembers)
    .set(changes)
    .where(and(eq(conversationMembers.conversationId, id), eq(conversationMembers.userId, userId)));
}

export function listMembers(db: Database, id: ConversationId) {
  return db
    .select(pick(conversationMembers, "userId", "state", "mutedUntil", "readNumber"))
    .from(conversationMembers)
    .where(eq(conversationMembers.conversationId, id));
}

/** Only forward. */
export async function advanceMarks(
  db: Database,
  id: ConversationId,
  userId: UserId,
  {
    delivered = 0,
    read = 0,
  }: { readonly delivered?: number | undefined; readonly read?: number | undefined },
): Promise<{ readonly deliveredNumber: number; readonly readNumber: number } | null> {
  const last = sql`(select last_number from ${conversations} where id = ${id})`;
  const { deliveredNumber, readNumber } = conversationMembers;
  const received = sql`least(${Math.max(delivered, read)}::int, ${last})`;
  const readUpTo = sql`least(${read}::int, ${last})`;
  const changed = await db
    .update(conversationMembers)
    .set({
      deliveredNumber: sql`greatest(${deliveredNumber}, ${received})`,
      readNumber: sql`greatest(${readNumber}, ${readUpTo})`,
    })
    .where(
      and(
        eq(conversationMembers.conversationId, id),
        eq(conversationMembers.userId, userId),
        sql`(${deliveredNumber} < ${received} or ${readNumber} < ${readUpTo})`,
      ),
    )
    .returning({ deliveredNumber, readNumber });
  return changed[0] ?? null;
}
