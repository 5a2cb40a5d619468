import type { User, UserId } from "#shared/accounts/user.ts";
import { unauthenticated } from "#server/http/api/problem.ts";

/**
 * Rejects items that a device queued for another account.
 *
 * @param reader the user id sent by the device
 * @throws {ProblemError} `unauthenticated`
 */
export function requireSameUser(user: User, reader: UserId | undefined): void {
  if (reader !== undefined && reader !== user.id) throw unauthenticated();
}
