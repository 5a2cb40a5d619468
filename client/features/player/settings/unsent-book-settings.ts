import type { UserId } from "#shared/accounts/user.ts";

/** The stored settings of books on this device, of a user or of a guest. */
export const getBookSettingsPrefix = (userId: UserId | "guest"): string => `maktaba.player.book.${userId}.`;

export function deleteUnsentBookSettings(userId: UserId): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(getBookSettingsPrefix(userId)));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was stored.
  }
}
