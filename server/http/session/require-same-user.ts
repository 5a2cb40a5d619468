import type { User, UserId } from "#shared/accounts/user.ts";
import { unauthenticated } from "#server/http/api/problem.ts";

/**
 * Rejects items that a device queued for another account.
 *
 * @param queuedBy the user id sent by the device
 * @throws {ProblemError} `unauthenticated`
 */
export function requireSameUser(user: User, queuedBy: UserId | undefined): void {
  if (queuedBy !== undefined && queuedBy !== user.id) throw unauthenticated();
}
