import { and, asc, eq, gt, inArray, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { conversationMembers, conversations, messages } from "#server/db/schema/community/messages.ts";
import { isSentToMember, isUnhidden } from "#server/db/visible-messages.ts";

/** Own messages, also of conversations that the user left, and those that they can read; without names. */
export async function listExportedMessages(
  db: Database,
  userId: UserId,
  page: { readonly after: string | null; readonly limit: number },
) {
  const isMember = and(
    eq(conversationMembers.conversationId, messages.conversationId),
    eq(conversationMembers.userId, userId),
    inArray(conversationMembers.state, ["active", "request"]),
  );
  const own = db.select({ id: messages.id }).from(messages).where(eq(messages.senderId, userId));
  const received = db
    .select({ id: messages.id })
    .from(conversationMembers)
    .innerJoin(messages, isSentToMember(conversationMembers, messages))
    .where(and(eq(conversationMembers.userId, userId), isUnhidden(userId, messages)));
  const isAfter = page.after === null ? undefined : gt(messages.id, page.after as never);
  const rows = await db
    .select({
      ...pick(messages, "id", "conversationId"),
      // Members who left do not learn of a new title.
      title: sql<string>`case when ${conversationMembers.userId} is null then '' else ${conversations.title} end`,
      ...pick(messages, "number", "senderId"),
      text: messages.source,
      ...pick(messages, "createdAt", "editedAt", "deletedAt"),
    })
    .from(messages)
    .innerJoin(conversations, eq(conversations.id, messages.conversationId))
    .leftJoin(conversationMembers, isMember)
    .where(and(inArray(messages.id, own.union(received)), isAfter))
    .orderBy(asc(messages.id))
    .limit(page.limit);
  return rows.map(({ senderId, ...row }) => ({ ...row, isOwn: senderId === userId }));
}
