import { findUser } from "#server/features/accounts/service.ts";
import type { FindTokenOwner } from "#server/http/session/app-token.ts";
import { findTokenByHash, touchAppToken } from "./queries.ts";

const touchIntervalMs = 5 * 60_000;

/** Null for a token that was revoked, and when its account is suspended or about to be deleted. */
export const findTokenOwner: FindTokenOwner = async (services, credentials) => {
  const { db, clock } = services;
  const token = await findTokenByHash(db, credentials);
  const user = token && (await findUser(services, token.userId));
  if (!user) return null;
  const { id, scopes, lastUsedAt } = token;
  const now = clock();
  if (!lastUsedAt || now.getTime() - lastUsedAt.getTime() >= touchIntervalMs) {
    await touchAppToken(db, id, now);
  }
  return { user, token: { id, scopes } };
};
