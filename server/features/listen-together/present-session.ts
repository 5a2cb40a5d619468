import {
  awayAfterMs,
  type TogetherSession,
  type TogetherSessionId,
} from "#shared/listen-together/contract.ts";
import type { Context } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { findVisibleSession, listMembers, type MemberRow, type SessionRow } from "./queries.ts";

export interface SessionWithMembers extends SessionRow {
  readonly members: readonly MemberRow[];
}

type Viewed = Pick<Context, "db" | "user" | "clock">;

/** @throws {ProblemError} `not_found` for users who are not in the conversation, and with a block */
export async function findSession({ db, user }: Viewed, id: TogetherSessionId): Promise<SessionWithMembers> {
  const row = await findVisibleSession(db, user.id, id);
  if (!row) throw notFound("session");
  return { ...row, members: await listMembers(db, [id], user.id) };
}

/** @throws {ProblemError} `not_found` for users who are not in the conversation, and with a block */
export const requireSession = async (context: Viewed, id: TogetherSessionId): Promise<TogetherSession> =>
  presentSession(context, await findSession(context, id));

export function presentSession(
  { user, clock }: Pick<Viewed, "user" | "clock">,
  { hostId, members, chapterNumber, offset, rate, isPlaying, at, ...session }: SessionWithMembers,
): TogetherSession {
  const awayBefore = clock().getTime() - awayAfterMs;
  return {
    ...session,
    playback: { chapterNumber, offset, rate, isPlaying, at },
    members: members.map(({ person, userId, status, seenAt }) => ({
      person,
      isHost: userId === hostId,
      isMe: userId === user.id,
      status: seenAt.getTime() < awayBefore ? "away" : status,
    })),
  };
}
