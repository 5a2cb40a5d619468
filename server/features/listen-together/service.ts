import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import {
  type listenTogetherContract,
  maxListeners,
  type SharedPlayback,
  type TogetherSession,
  type TogetherSessionId,
} from "#shared/listen-together/contract.ts";
import type { ConversationId } from "#shared/messages/message.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { getAccess, toRejection } from "#server/features/books/service.ts";
import { sendPrivateMessage, startConversation } from "#server/features/messages/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, forbidden, notFound, reason } from "#server/http/api/problem.ts";
import { handOver, isHostAway, replaceHost } from "./hosts.ts";
import { publishToConversation, publishToListeners } from "./live.ts";
import { findSession, presentSession, requireSession, type SessionWithMembers } from "./present-session.ts";
import {
  deleteMember,
  findSessionOf,
  insertSession,
  listMembers,
  listVisibleSessions,
  lockSession,
  updatePlayback,
  updateStatus,
  upsertMember,
} from "./queries.ts";

type Input<Name extends keyof typeof listenTogetherContract> = InputOf<(typeof listenTogetherContract)[Name]>;

/** Hosts send their position at most this late. */
const maxLatenessMs = 10_000;

export async function listTogetherSessions(context: Context): Promise<TogetherSession[]> {
  const rows = await listVisibleSessions(context.db, context.user.id);
  const ids = rows.map(({ id }) => id);
  const members = await listMembers(context.db, ids, context.user.id);
  return rows.map((row) =>
    presentSession(context, { ...row, members: members.filter(({ sessionId }) => sessionId === row.id) }),
  );
}

export const getServerTime = async ({ clock }: Context): Promise<{ at: Date }> => ({ at: clock() });

/** @throws {ProblemError} `not_found` for users who are not in the conversation, and with a block */
export const getTogetherSession = (
  context: Context,
  { params: { sessionId } }: Input<"getTogetherSession">,
): Promise<TogetherSession> => requireSession(context, sessionId);

/**
 * Starts a session with its first member, who is the host, and sends the invitation.
 *
 * @throws {ProblemError} `conflict` when the conversation has one; an access error; those of a message
 */
export async function startTogetherSession(
  context: Context,
  { body }: Input<"startTogetherSession">,
): Promise<TogetherSession> {
  const { db, user, clock } = context;
  const { id, device, bookId, playback } = body;
  await requireListening(context, bookId);
  await db.transaction(async (tx) => {
    const within = { ...context, db: tx };
    await lockWriter(tx, user.id);
    if ((await findSessionOf(tx, user.id)) === id) return;
    const conversationId = await invite(within, body);
    const createdAt = clock();
    const session = { id, conversationId, bookId, hostId: user.id, createdAt, ...clamp(playback, createdAt) };
    if (!(await insertSession(tx, session))) throw conflict("together_running");
    await leaveOthers(within, id);
    await upsertMember(tx, {
      userId: user.id,
      sessionId: id,
      device,
      status: "listening",
      joinedAt: createdAt,
      seenAt: createdAt,
    });
    await publishToConversation(within, conversationId);
  });
  return requireSession(context, id);
}

async function invite(
  context: Context,
  { id, with: invited, text }: Input<"startTogetherSession">["body"],
): Promise<ConversationId> {
  const message = { text, clientId: id };
  if ("userIds" in invited) {
    const { userIds } = invited;
    return (await startConversation(context, { body: { userIds, ...message } })).conversationId;
  }
  const { conversationId } = invited;
  await sendPrivateMessage(context, { params: { conversationId }, body: message });
  return conversationId;
}

/** @throws {ProblemError} `not_found`, or an access error when the user may not hear the whole book */
async function requireListening(context: Context, bookId: BookId): Promise<void> {
  const access = await getAccess(context, context.user, bookId);
  if (access.listen === "whole") return;
  if (access.listen === "none" && access.needs === null) throw notFound("audiobook");
  throw toRejection(context.user, access);
}

/** A device's clock is only an estimate of the server's. */
function clamp(playback: SharedPlayback, now: Date): SharedPlayback {
  const at = Math.min(now.getTime(), Math.max(now.getTime() - maxLatenessMs, playback.at.getTime()));
  return { ...playback, at: new Date(at) };
}

/**
 * Joins, or takes the place of another tab of the user.
 *
 * @throws {ProblemError} `not_found`; an access error; `conflict` when it is full
 */
export async function joinTogetherSession(
  context: Context,
  { params: { sessionId }, body: { device } }: Input<"joinTogetherSession">,
): Promise<TogetherSession> {
  const { db, user, clock } = context;
  const { bookId, conversationId } = await requireSession(context, sessionId);
  await requireListening(context, bookId);
  await leaveOthers(context, sessionId);
  const now = clock();
  await db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    if (!(await lockSession(tx, sessionId))) throw notFound("session");
    const others = (await listMembers(tx, [sessionId], user.id)).filter(({ userId }) => userId !== user.id);
    if (others.length >= maxListeners) throw conflict(reason("together_full", { max: maxListeners }));
    const member = { userId: user.id, sessionId, device, joinedAt: now, seenAt: now };
    await upsertMember(tx, { ...member, status: "listening" });
    await publishToConversation({ ...context, db: tx }, conversationId, user.id);
  });
  return requireSession(context, sessionId);
}

/** Idempotent. The next member becomes the host; without one, the session ends. */
export async function leaveTogetherSession(
  context: Context,
  { params: { sessionId } }: Input<"leaveTogetherSession">,
): Promise<void> {
  await context.db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (!session || !(await deleteMember(tx, sessionId, context.user.id))) return;
    if (session.hostId === context.user.id) await handOver({ ...context, db: tx }, session);
    await publishToConversation({ ...context, db: tx }, session.conversationId, context.user.id);
  });
}

async function leaveOthers(context: Context, id: TogetherSessionId): Promise<void> {
  const sessionId = await findSessionOf(context.db, context.user.id);
  if (sessionId !== null && sessionId !== id) await leaveTogetherSession(context, { params: { sessionId } });
}

/**
 * Sets the playback of all.
 *
 * @throws {ProblemError} `not_found`; `forbidden` for other members; `conflict` when the version is not the newest
 */
export async function controlTogetherSession(
  context: Context,
  { params: { sessionId }, body: { device, version, playback } }: Input<"controlTogetherSession">,
): Promise<TogetherSession> {
  const { db, user, clock } = context;
  await requireMember(context, sessionId, device);
  await db.transaction(async (tx) => {
    const session = await lockSession(tx, sessionId);
    if (!session) throw notFound("session");
    if (session.hostId !== user.id) throw forbidden("together_host_only");
    if (session.version !== version) throw conflict("together_changed");
    await updatePlayback(tx, sessionId, clamp(playback, clock()));
    await publishToListeners({ ...context, db: tx }, sessionId);
  });
  return requireSession(context, sessionId);
}

/**
 * Notes that a member is there. A member hands over for a host who is not.
 *
 * @throws {ProblemError} `not_found`; `conflict` when another tab of the user took over
 */
export async function reportListenerStatus(
  context: Context,
  { params: { sessionId }, body: { device, status } }: Input<"reportListenerStatus">,
): Promise<TogetherSession> {
  const { db, user, clock } = context;
  const { hostId, members } = await requireMember(context, sessionId, device);
  const before = members.find(({ userId }) => userId === user.id)?.status;
  await updateStatus(db, user.id, status, clock());
  if (before !== status) await publishToListeners(context, sessionId);
  if (hostId !== user.id && isHostAway(hostId, members, clock())) await replaceHost(context, sessionId);
  return requireSession(context, sessionId);
}

async function requireMember(
  context: Context,
  id: TogetherSessionId,
  device: string,
): Promise<SessionWithMembers> {
  const session = await findSession(context, id);
  const own = session.members.find(({ userId }) => userId === context.user.id);
  if (!own) throw notFound("session");
  if (own.device !== device) throw conflict("together_elsewhere");
  return session;
}
