import type { Request } from "express";
import type { SessionInfo } from "#shared/accounts/contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import { audit } from "#server/features/accounts/audit.ts";
import { notFound } from "#server/http/api/problem.ts";
import { getSessionStore } from "#server/http/session/session.ts";
import { listUserSessions } from "#server/http/session/session-queries.ts";
import { hashSession } from "#server/http/session/session-store.ts";
import type { Services } from "#server/services.ts";

const idLength = 16;

export async function listSessions(
  { db, clock }: Services,
  userId: UserId,
  req: Request,
): Promise<SessionInfo[]> {
  const currentHash = hashSession(req.sessionID);
  const rows = await listUserSessions(db, userId, clock());
  return rows.map(({ idHash, device, network, createdAt, lastSeenAt }) => ({
    id: idHash.slice(0, idLength),
    device: device || "Unknown device",
    network,
    createdAt,
    lastSeenAt,
    isCurrent: idHash === currentHash,
  }));
}

/** @throws {ProblemError} `not_found` when the user has no such session */
export async function endOneSession(services: Services, userId: UserId, sessionId: string): Promise<void> {
  const ended = await getSessionStore(services).end(userId, { only: sessionId });
  if (ended === 0) throw notFound("session");
  await audit(services, "session.ended", userId, userId);
}

export async function endOtherSessions(services: Services, userId: UserId, req: Request): Promise<void> {
  await getSessionStore(services).end(userId, { except: hashSession(req.sessionID) });
  await audit(services, "session.others-ended", userId, userId);
}

/** Ends all sessions of a user. */
export async function endAllSessions(services: Services, userId: UserId): Promise<void> {
  await getSessionStore(services).end(userId);
}
