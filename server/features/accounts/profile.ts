import type { accountsContract } from "#shared/accounts/contract.ts";
import type { Preferences } from "#shared/accounts/session-contract.ts";
import type { User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { Context } from "#server/http/api/context.ts";
import { unauthenticated } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import {
  findAccountById,
  mergePreferences,
  getPreferences as readPreferences,
  updateUser,
} from "./queries.ts";
import { requireFreeUsername, usernameTaken } from "./sign-in/register.ts";

/**
 * Updates the given fields.
 *
 * @throws {ProblemError} `conflict` when the username is taken
 */
export async function updateProfile(
  context: Context,
  { body: change }: InputOf<typeof accountsContract.updateProfile>,
): Promise<User> {
  const { db, clock, user } = context;
  if (change.username !== undefined) await requireFreeUsername(context, change.username, user.id);
  const changed = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
  const taken = Object.keys(changed).length > 0 && (await updateUser(db, user.id, changed));
  if (taken) throw usernameTaken();
  await broadcastUserChanged(context, user.id);
  const account = await findAccountById(db, user.id, clock());
  if (!account) throw unauthenticated();
  return account.user;
}

export const updatePreferences = (
  context: Context,
  { body: input }: InputOf<typeof accountsContract.updatePreferences>,
): Promise<Preferences> => mergePreferences(context.db, context.user.id, input);

export const getUser = ({ user }: Context): User => user;

export const getPreferences = ({ db, user }: Context): Promise<Preferences> => readPreferences(db, user.id);
