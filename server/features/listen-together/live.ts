import type { UserId } from "#shared/accounts/user.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import type { TogetherSessionId } from "#shared/listen-together/contract.ts";
import type { ConversationId } from "#shared/messages/message.ts";
import type { Origin } from "#server/http/api/context.ts";
import type { Services } from "#server/services.ts";
import { listConversationMembers, listListeners } from "./queries.ts";

type Deps = Pick<Services, "db" | "live">;

/**
 * Notifies all who can see a session that it began, ended or has other members; in a transaction when it commits.
 *
 * @param except the member whom the contract notifies
 */
export async function publishToConversation(
  { db, live }: Deps,
  id: ConversationId,
  except?: UserId,
): Promise<void> {
  const userIds = (await listConversationMembers(db, id)).filter((userId) => userId !== except);
  const event: LiveEvent = { topics: ["together-session"] };
  await live.publishAll(
    userIds.map((userId) => ({ userId, event })),
    db,
  );
}

/** Notifies the listeners of a session; in a transaction when it commits. */
export async function publishToListeners(
  { db, live, origin }: Deps & Origin,
  id: TogetherSessionId,
): Promise<void> {
  const event: LiveEvent = { topics: ["together-session"], ...(origin !== undefined && { origin }) };
  await live.publishAll(
    (await listListeners(db, id)).map((userId) => ({ userId, event })),
    db,
  );
}
