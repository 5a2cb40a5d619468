import type { UserId } from "#shared/accounts/user.ts";
import { awayAfterMs, type TogetherSessionId } from "#shared/listen-together/contract.ts";
import type { ConversationId } from "#shared/messages/message.ts";
import type { Services } from "#server/services.ts";
import { publishToConversation } from "./live.ts";
import {
  deleteSession,
  deleteSilent,
  findNextHost,
  listHostless,
  lockSession,
  type MemberRow,
  updateHost,
} from "./queries.ts";

type Deps = Pick<Services, "db" | "live" | "clock">;

/** A host who was not heard of for this time is replaced. */
const hostTimeoutMs = 60_000;
/** A session of which nobody was heard for this time ends. */
const endAfterMs = 5 * 60_000;

export function isHostAway(hostId: UserId, members: readonly MemberRow[], now: Date): boolean {
  const host = members.find(({ userId }) => userId === hostId);
  return !host || now.getTime() - host.seenAt.getTime() > hostTimeoutMs;
}

interface LockedSession {
  readonly id: TogetherSessionId;
  readonly conversationId: ConversationId;
}

/** Makes the next member the host of a locked session that lost its own; without one, it ends. */
export async function handOver({ db: tx, clock }: Deps, { id }: LockedSession): Promise<void> {
  const next =
    (await findNextHost(tx, id, new Date(clock().getTime() - awayAfterMs))) ??
    (await findNextHost(tx, id, new Date(0)));
  if (next === null) await deleteSession(tx, id);
  else await updateHost(tx, id, next);
}

/** Replaces a host who is away by a member who is not. */
export async function replaceHost(services: Deps, id: TogetherSessionId): Promise<void> {
  const now = services.clock().getTime();
  await services.db.transaction(async (tx) => {
    const session = await lockSession(tx, id);
    if (!session) return;
    const next = await findNextHost(tx, id, new Date(now - awayAfterMs));
    if (next === null || next === session.hostId) return;
    await updateHost(tx, id, next);
    await publishToConversation({ ...services, db: tx }, session.conversationId);
  });
}

/** Replaces hosts who are away, and ends sessions that everyone left without saying so. */
export async function maintainSessions(services: Deps): Promise<void> {
  const { db, clock } = services;
  const now = clock().getTime();
  for (const id of await listHostless(db, new Date(now - hostTimeoutMs))) await replaceHost(services, id);
  for (const { conversationId } of await deleteSilent(db, new Date(now - endAfterMs)))
    await publishToConversation(services, conversationId);
}
