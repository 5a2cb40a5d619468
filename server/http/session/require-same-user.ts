import type { User, UserId } from "#shared/accounts/user.ts";
import { unauthenticated } from "#server/http/api/problem.ts";

/**
 * What a device kept for one account is not another's that has signed in there since: it waits until its own is back.
 *
 * @param reader - Whose it is, as the device says.
 * @throws {ProblemError} `unauthenticated` for another's.
 */
export function requireSameUser(user: User, reader: UserId | undefined): void {
  if (reader !== undefined && reader !== user.id) throw unauthenticated();
}
