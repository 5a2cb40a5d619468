import type { User, UserId } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import type { Database } from "#server/db/client.ts";
import { notFound, ProblemError } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { Services } from "#server/services.ts";
import { audit } from "./audit.ts";
import { eraseAccount } from "./deletion.ts";
import { membershipCancelling, requestCancellation } from "./end-membership.ts";
import { requireOtherAdmin } from "./last-admin.ts";
import { requirePassword } from "./passwords/password-service.ts";
import { validateNewPassword } from "./passwords/passwords.ts";
import { issueResetLink } from "./passwords/reset-link.ts";
import {
  findAccountByEmail,
  findAccountById,
  findSignUpDate,
  getUserLanguage,
  lockAdmins,
  updateUser,
} from "./queries.ts";
import { register, sendVerificationEmail } from "./sign-in/register.ts";
import { endAllSessions } from "./sign-in/sessions.ts";
import { verifyCredentials } from "./sign-in/sign-in.ts";
import { removeTwoFactor } from "./two-factor/two-factor.ts";

export {
  endAllSessions,
  eraseAccount,
  issueResetLink,
  membershipCancelling,
  requestCancellation,
  requirePassword,
  sendVerificationEmail,
  verifyCredentials,
};

/**
 * Turns two-step verification off for an operator, when the owner lost the device and the recovery codes.
 *
 * @throws {ProblemError} `not_found`
 */
export async function resetTwoFactor(services: Services, email: string): Promise<User> {
  const user = await getUserByEmail(services, email);
  await removeTwoFactor(services, user, null);
  return user;
}

export type Roles = Readonly<Partial<Pick<User, "isAuthor" | "isEmployee" | "isAdmin">>>;

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly username: string;
  /** The site's default without it. */
  readonly language?: Language;
  readonly roles?: Roles;
}

/** @throws {ProblemError} `email_unverified` */
export function requireVerifiedEmail(user: User): void {
  if (!user.emailVerified) throw new ProblemError("email_unverified", "email_unverified");
}

/** Milliseconds since someone signed up; 0 for deleted accounts. */
export async function getAccountAge(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: UserId,
): Promise<number> {
  const signedUpAt = await findSignUpDate(db, userId);
  return signedUpAt ? clock().getTime() - signedUpAt.getTime() : 0;
}

/** Null when the account is deleted or suspended. */
export async function findUser(
  { db, clock }: Pick<Services, "db" | "clock">,
  userId: UserId,
): Promise<User | null> {
  const now = clock();
  const account = await findAccountById(db, userId, now);
  if (!account || (account.suspendedUntil && account.suspendedUntil > now)) return null;
  return account.user;
}

/** @throws {ProblemError} `not_found` */
export async function getUserByEmail(
  { db, clock }: Pick<Services, "db" | "clock">,
  email: string,
): Promise<User> {
  const account = await findAccountByEmail(db, email.trim().toLowerCase(), clock());
  if (!account) throw notFound("user");
  return account.user;
}

/**
 * Creates an account for an operator, with a verified address.
 *
 * @throws {ProblemError} `conflict` when the email or the username is taken, `invalid_input` for a rejected
 * password
 */
export async function createUser(services: Services, account: NewAccount): Promise<User> {
  const email = account.email.trim().toLowerCase();
  await validateNewPassword(services, account.password, { email });
  const { language = services.settings.defaultLanguage } = account;
  const user = await register(services, { ...account, email, language, isEmailVerified: true });
  await audit(services, "account.created", null, user.id, { ...account.roles });
  return user;
}

/**
 * Grants or revokes roles; the last admin stays.
 *
 * @param actorId null on the command line
 * @throws {ProblemError} `not_found`, or `conflict` for the last admin
 */
export async function grantRoles(
  services: Services,
  email: string,
  roles: Roles,
  actorId: UserId | null = null,
): Promise<User> {
  const { db, clock } = services;
  const before = await findAccountByEmail(db, email.trim().toLowerCase(), clock());
  if (!before) throw notFound("user");
  const { id } = before.user;
  await db.transaction((tx) => changeRoles(services, id, roles, actorId, tx));
  await announceRoles(services, id);
  const after = await findAccountById(db, id, clock());
  if (!after) throw notFound("user");
  return after.user;
}

/** Changes roles in a transaction; `announceRoles` follows its commit. */
export async function changeRoles(
  services: Services,
  id: UserId,
  roles: Roles,
  actorId: UserId | null,
  tx: Database,
): Promise<void> {
  if (roles.isAdmin === false) requireOtherAdmin(await lockAdmins(tx), id);
  await updateUser(tx, id, roles);
  await audit(services, "roles.changed", actorId, id, { ...roles }, tx);
}

/** Applies changed roles to the user's open pages. */
export async function announceRoles(services: Services, id: UserId): Promise<void> {
  await broadcastUserChanged(services, id);
  await services.live.publish(id, { topics: ["session"] });
}

/** Records a staff action in the audit log; `details` contain only ids. */
export function writeAudit(
  services: Pick<Services, "db" | "clock" | "log">,
  action: string,
  actorId: UserId | null,
  target: string,
  details: Record<string, unknown>,
  transaction: Database,
): Promise<void> {
  return audit(services, action, actorId, target, details, transaction);
}

/** The language for messages to a user. */
export function getEmailLanguage(db: Database, userId: UserId): Promise<Language> {
  return getUserLanguage(db, userId);
}
