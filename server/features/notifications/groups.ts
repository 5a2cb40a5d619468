import type { UserId } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import type { NotificationId } from "#shared/notifications/contract.ts";
import type { Database } from "#server/db/client.ts";
import { deleteGroup, joinGroups, lockGroup, updateGroup } from "./group-queries.ts";
import type { Recipient } from "./queries.ts";

export interface NotificationTexts {
  readonly title: string;
  readonly message: string;
}

export type GroupTexts = (language: Language, actors: readonly string[], count: number) => NotificationTexts;

interface GroupEvent {
  readonly key: string;
  readonly subject: string;
  readonly actionUrl: string;
  readonly createdAt: Date;
  readonly digestUserIds: readonly UserId[];
}

/** @returns the unread notifications of the group that now name this event as well */
export async function addToGroups(
  db: Database,
  listeners: readonly Recipient[],
  event: GroupEvent,
  {
    key: groupKey,
    actor,
    texts,
  }: { readonly key: string; readonly actor: string; readonly texts: GroupTexts },
): Promise<{ id: NotificationId; userId: UserId }[]> {
  const languageByUser = new Map(listeners.map(({ id, language }) => [id, language]));
  const joined = await joinGroups(db, [...languageByUser.keys()], { ...event, groupKey, actor });
  for (const { id, userId, actors, actorCount } of joined) {
    const language = languageByUser.get(userId);
    if (language) await updateGroup(db, id, texts(language, actors, actorCount));
  }
  return joined;
}

/** Makes notifications of groups again without the events that were removed from them. */
export async function removeFromGroups(
  tx: Database,
  removed: readonly { readonly notificationId: NotificationId; readonly actor: string }[],
  texts: GroupTexts | undefined,
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
    const { key, subject, actionUrl, createdAt } = newest;
    await updateGroup(tx, notificationId, {
      key,
      subject,
      actionUrl,
      createdAt,
      actors: actors.slice(0, 3),
      actorCount,
      ...texts?.(group.language, actors.slice(0, 3), actorCount),
    });
  }
}
