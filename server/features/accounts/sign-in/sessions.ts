import type { accountsContract, SessionInfo } from "#shared/accounts/contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { audit } from "#server/features/accounts/audit.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { notFound } from "#server/http/api/problem.ts";
import { getSessionStore } from "#server/http/session/session.ts";
import { listUserSessions } from "#server/http/session/session-queries.ts";
import { hashSession } from "#server/http/session/session-store.ts";
import type { Services } from "#server/services.ts";

const idLength = 16;

export async function listSessions({ db, clock, req, user }: HttpContext): Promise<SessionInfo[]> {
  const currentHash = hashSession(req.sessionID);
  const rows = await listUserSessions(db, user.id, clock());
  return rows.map(({ idHash, ...row }) => ({
    ...row,
    id: idHash.slice(0, idLength),
    isCurrent: idHash === currentHash,
  }));
}

/** @throws {ProblemError} `not_found` when the user has no such session */
export async function endSession(
  context: Context,
  { params: { sessionId } }: InputOf<typeof accountsContract.endSession>,
): Promise<void> {
  const { user } = context;
  const ended = await getSessionStore(context).end(user.id, { only: sessionId });
  if (ended === 0) throw notFound("session");
  await audit(context, "session.ended", user.id, user.id);
}

export async function endOtherSessions(context: HttpContext): Promise<void> {
  const { id } = context.user;
  await getSessionStore(context).end(id, { except: hashSession(context.req.sessionID) });
  await audit(context, "session.others-ended", id, id);
}

/** Ends all sessions of a user. */
export async function endAllSessions(services: Services, userId: UserId): Promise<void> {
  await getSessionStore(services).end(userId);
}
