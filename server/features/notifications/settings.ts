import type { UserId } from "#shared/accounts/user.ts";
import {
  type NotificationSetting,
  type NotificationType,
  notificationTypes,
} from "#shared/notifications/contract.ts";
import type { Database } from "#server/db/client.ts";
import { listSettings, saveSetting } from "./queries.ts";

type Choice = Pick<NotificationSetting, "inApp" | "email">;

/** Behind the bell until it is turned off, if it can be; by mail only for who asks for it. */
export const byDefault: Choice = { inApp: true, email: false };

/** How a reader is told of each type. */
export async function getSettings(db: Database, userId: UserId): Promise<NotificationSetting[]> {
  const chosen = new Map((await listSettings(db, userId)).map((setting) => [setting.type, setting]));
  return notificationTypes.map((type) => chosen.get(type) ?? { type, ...byDefault });
}

/** Changes what is given of one type, and returns them all. */
export async function changeSetting(
  db: Database,
  userId: UserId,
  change: { type: NotificationType; inApp?: boolean | undefined; email?: boolean | undefined },
): Promise<NotificationSetting[]> {
  const { type, inApp, email } = change;
  const given = { ...(inApp !== undefined && { inApp }), ...(email !== undefined && { email }) };
  await saveSetting(db, userId, type, given, byDefault);
  return getSettings(db, userId);
}
