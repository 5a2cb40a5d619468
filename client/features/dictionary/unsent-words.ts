import type { UserId } from "#shared/accounts/user.ts";

/** Where the words of a user that wait for a connection are stored. */
export const getWordPrefix = (userId: UserId): string => `maktaba.vocabulary.${userId}.`;

export function deleteUnsentWords(userId: UserId): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(getWordPrefix(userId)));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was stored.
  }
}
