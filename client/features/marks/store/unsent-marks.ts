import type { UserId } from "#shared/accounts/user.ts";

/** Where the changes of a user's marks that wait for a connection are stored. */
export const getMarkPrefix = (userId: UserId): string => `maktaba.mark.${userId}.`;

function listKeys(userId: UserId): string[] {
  try {
    return Object.keys(localStorage).filter((key) => key.startsWith(getMarkPrefix(userId)));
  } catch {
    return [];
  }
}

export const countUnsentMarks = (userId: UserId): number => listKeys(userId).length;

/** The copies of marks on this device. */
export const cacheName = "maktaba-marks";

/** Also deletes the copies of the marks on this device. */
export function deleteUnsentMarks(userId: UserId): void {
  for (const key of listKeys(userId)) localStorage.removeItem(key);
  try {
    indexedDB.deleteDatabase(cacheName);
  } catch {
    // Without IndexedDB there are no copies.
  }
}
