import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { NotificationSetting, notificationsContract } from "#shared/notifications/contract.ts";
import { notificationSettingTypes, settingRegistry } from "#shared/notifications/registry.ts";
import type { Database } from "#server/db/client.ts";
import type { Context } from "#server/http/api/context.ts";
import { listSettings, saveSetting } from "./queries.ts";

export async function getSettings({ db, user }: Context): Promise<NotificationSetting[]> {
  const chosen = new Map((await listSettings(db, user.id)).map((setting) => [setting.type, setting]));
  return notificationSettingTypes.map(
    (type) => chosen.get(type) ?? { type, ...settingRegistry[type].channels },
  );
}

export async function updateSetting(
  context: Context,
  { body }: InputOf<typeof notificationsContract.updateSetting>,
): Promise<NotificationSetting[]> {
  await saveChannels(context.db, context.user.id, body);
  return getSettings(context);
}

export async function saveChannels(
  db: Database,
  userId: UserId,
  { type, ...change }: InputOf<typeof notificationsContract.updateSetting>["body"],
): Promise<void> {
  const changed = Object.fromEntries(Object.entries(change).filter(([, isOn]) => isOn !== undefined));
  await saveSetting(db, userId, type, changed, settingRegistry[type].channels);
}
