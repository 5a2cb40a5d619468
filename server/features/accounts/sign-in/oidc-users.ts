import type { IDToken } from "openid-client";
import * as z from "zod/mini";
import type { User } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import { audit } from "#server/features/accounts/audit.ts";
import { removeUnverifiedAccess } from "#server/features/accounts/claim-account.ts";
import {
  findAccountByEmail,
  findAccountByIdentity,
  insertIdentity,
  updateUser,
} from "#server/features/accounts/queries.ts";
import { getSiteSettings } from "#server/features/site/service.ts";
import { forbidden } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { Services } from "#server/services.ts";
import { register } from "./register.ts";
import { endAllSessions } from "./sessions.ts";

const Claims = z.object({
  sub: z.string().check(z.minLength(1), z.maxLength(255)),
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(254), z.email()),
  email_verified: z.optional(z.boolean()),
  given_name: z.optional(z.string()),
  family_name: z.optional(z.string()),
  name: z.optional(z.string()),
  preferred_username: z.optional(z.string()),
});
type Claims = z.infer<typeof Claims>;

/**
 * Finds the account for a provider's claims: by subject, else by a verified email, else a new account.
 *
 * @param language of a new account
 * @throws {ProblemError} `forbidden` when the email is not verified, or registration by sign-in is off
 */
export async function findOrCreateUser(
  services: Services,
  issuer: string,
  token: IDToken,
  language: Language,
): Promise<{ user: User; isNew: boolean }> {
  const { db, clock } = services;
  const existing = await findAccountByIdentity(db, issuer, token.sub, clock());
  if (existing) return { user: existing.user, isNew: false };

  const claims = Claims.parse(token);
  if (claims.email_verified !== true) throw forbidden("provider_email_unverified");
  const owner = await findAccountByEmail(db, claims.email, clock());
  const { registration, registersOnSignIn } = await getSiteSettings(services);
  if (!owner && (registration === "closed" || !registersOnSignIn)) throw forbidden("no_account_with_email");
  const user = owner
    ? await claimAccount(services, owner.user)
    : await register(services, { ...toNewUser(claims), language });
  await insertIdentity(db, { issuer, subject: claims.sub, userId: user.id });
  return { user, isNew: owner === null };
}

async function claimAccount(services: Services, user: User): Promise<User> {
  if (user.emailVerified) return user;
  await services.db.transaction(async (tx) => {
    await removeUnverifiedAccess(tx, user.id);
    await updateUser(tx, user.id, { passwordHash: null, emailVerifiedAt: services.clock() });
  });
  await endAllSessions(services, user.id);
  await broadcastUserChanged(services, user.id);
  await audit(services, "account.claimed", null, user.id);
  return { ...user, emailVerified: true };
}

function toNewUser({ email, name, given_name: first, family_name: last }: Claims) {
  return {
    email,
    password: null,
    firstName: toSingleLine(first ?? name) || undefined,
    lastName: toSingleLine(last),
    isEmailVerified: true,
  };
}

/** One line of at most 60 characters. */
function toSingleLine(text = ""): string {
  return text
    .replace(/\p{Cc}+/gu, " ")
    .trim()
    .slice(0, 60);
}
