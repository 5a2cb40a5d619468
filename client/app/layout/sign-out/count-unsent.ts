import type { UserId } from "#shared/accounts/user.ts";
import { getWordPrefix } from "#client/features/dictionary/unsent-words.ts";
import { getMarkPrefix } from "#client/features/marks/store/unsent-marks.ts";
import { countUnsentMessages } from "#client/features/messages/unsent-storage.ts";
import { getOutboxPrefix } from "#client/features/positions/outbox.ts";
import { getQueuePrefix } from "#client/features/queue/unsent-queue.ts";
import { getSessionPrefix } from "#client/features/reading-activity/tracking/session-outbox.ts";
import { getChangePrefix } from "#client/lib/api/waiting-change.ts";

const prefixes = [
  getMarkPrefix,
  getWordPrefix,
  getOutboxPrefix,
  getSessionPrefix,
  getQueuePrefix,
  getChangePrefix,
] as const;

/** How much a sign-out without a connection deletes that the server does not have. */
export function countUnsent(userId: UserId): number {
  const starts = prefixes.map((getPrefix) => getPrefix(userId));
  try {
    const isUnsent = (key: string) => starts.some((start) => key.startsWith(start));
    return countUnsentMessages(userId) + Object.keys(localStorage).filter(isUnsent).length;
  } catch {
    return 0;
  }
}
