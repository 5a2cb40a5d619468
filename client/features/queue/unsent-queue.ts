import type { UserId } from "#shared/accounts/user.ts";

/** Changes of the queue that wait on this device. */
export const getQueuePrefix = (userId: UserId): string => `maktaba.queue.${userId}.`;

export function deleteUnsentQueue(userId: UserId): void {
  try {
    const keys = Object.keys(localStorage).filter((key) => key.startsWith(getQueuePrefix(userId)));
    for (const key of keys) localStorage.removeItem(key);
  } catch {
    // Without storage nothing was stored.
  }
}
