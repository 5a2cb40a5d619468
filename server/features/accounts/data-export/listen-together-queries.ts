import { eq, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { togetherMembers, togetherSessions } from "#server/db/schema/community/together-sessions.ts";

/** The session that the user listens in, which is deleted when it ends; without the others. */
export const listExportedTogetherSession = (db: Database, userId: UserId) =>
  db
    .select({
      ...pick(togetherSessions, "conversationId", "bookId"),
      isHost: sql<boolean>`${togetherSessions.hostId} = ${togetherMembers.userId}`,
      ...pick(togetherMembers, "status", "joinedAt", "seenAt"),
    })
    .from(togetherMembers)
    .innerJoin(togetherSessions, eq(togetherSessions.id, togetherMembers.sessionId))
    .where(eq(togetherMembers.userId, userId));
