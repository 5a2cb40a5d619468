import type { Preferences } from "#shared/accounts/session-contract.ts";
import type { User } from "#shared/accounts/user.ts";
import { unauthenticated } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { Services } from "#server/services.ts";
import { findAccountById, mergePreferences, updateUser } from "./queries.ts";
import { requireFreeUsername } from "./sign-in/register.ts";

interface ProfileChange {
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly username?: string | undefined;
  readonly bio?: string | undefined;
}

/**
 * Updates the given fields.
 *
 * @throws {ProblemError} `conflict` when the username is taken
 */
export async function updateProfileColumns(
  services: Services,
  user: User,
  change: ProfileChange,
): Promise<User> {
  const { db, clock, live } = services;
  if (change.username !== undefined) await requireFreeUsername(services, change.username, user.id);
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  if (Object.keys(changed).length > 0) await updateUser(db, user.id, changed);
  await broadcastUserChanged(services, user.id);
  await live.publish(user.id, { topic: "session" });
  const account = await findAccountById(db, user.id, clock());
  if (!account) throw unauthenticated();
  return account.user;
}

export async function updatePreferences(
  services: Services,
  user: User,
  input: Preferences,
): Promise<Preferences> {
  const preferences = await mergePreferences(services.db, user.id, input);
  await services.live.publish(user.id, { topic: "session" });
  return preferences;
}
