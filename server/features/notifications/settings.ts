import type { UserId } from "#shared/accounts/user.ts";
import {
  type NotificationSetting,
  type NotificationType,
  notificationTypes,
} from "#shared/notifications/contract.ts";
import type { Database } from "#server/db/client.ts";
import { listSettings, saveSetting } from "./queries.ts";

/** The channels that can be switched. */
export type Channels = Omit<NotificationSetting, "type">;

export const defaultChannels: Channels = { inApp: true, email: false, push: true };

export async function getSettings(db: Database, userId: UserId): Promise<NotificationSetting[]> {
  const chosen = new Map((await listSettings(db, userId)).map((setting) => [setting.type, setting]));
  return notificationTypes.map((type) => chosen.get(type) ?? { type, ...defaultChannels });
}

export async function updateSetting(
  db: Database,
  userId: UserId,
  { type, ...change }: { type: NotificationType } & { [Way in keyof Channels]?: boolean | undefined },
): Promise<NotificationSetting[]> {
  const changed = Object.fromEntries(Object.entries(change).filter(([, isOn]) => isOn !== undefined));
  await saveSetting(db, userId, type, changed, defaultChannels);
  return getSettings(db, userId);
}
