import type { NotificationId } from "#shared/notifications/contract.ts";
import type { Database } from "#server/db/client.ts";
import { deleteGroup, lockGroup, updateGroup } from "./group-queries.ts";

/** Makes notifications of groups again without the events that were removed from them. */
export async function removeFromGroups(
  tx: Database,
  removed: readonly { readonly notificationId: NotificationId; readonly actor: string }[],
): Promise<void> {
  for (const { notificationId, actor } of removed) {
    const group = await lockGroup(tx, notificationId);
    const [newest] = group?.events ?? [];
    if (!group || !newest) {
      await deleteGroup(tx, notificationId);
      continue;
    }
    const actors = [...new Set(group.events.map((event) => event.actor))];
    const actorCount = Math.max(actors.length, group.actorCount - (actors.includes(actor) ? 0 : 1));
    const { key, subject, params, createdAt } = newest;
    const stored = { key, subject, params, createdAt };
    await updateGroup(tx, notificationId, { ...stored, actors: actors.slice(0, 3), actorCount });
  }
}
