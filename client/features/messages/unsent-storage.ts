import type { UserId } from "#shared/accounts/user.ts";

/** Where the messages of a user that wait for a connection are stored. */
export const getWaitingPrefix = (userId: UserId): string => `message:${userId}:`;
/** Where the messages of a user that the server refused are stored. */
export const getFailedPrefix = (userId: UserId): string => `failed-message:${userId}:`;

function listKeys(userId: UserId): string[] {
  const prefixes = [getWaitingPrefix(userId), getFailedPrefix(userId)];
  try {
    return Object.keys(localStorage).filter((key) => prefixes.some((prefix) => key.startsWith(prefix)));
  } catch {
    return [];
  }
}

export const countUnsentMessages = (userId: UserId): number => listKeys(userId).length;

export function deleteUnsentMessages(userId: UserId): void {
  for (const key of listKeys(userId)) localStorage.removeItem(key);
}
