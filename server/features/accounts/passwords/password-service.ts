import * as z from "zod/mini";
import type { accountsContract } from "#shared/accounts/contract.ts";
import { type User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { deleteAppTokens } from "#server/features/accounts/app-tokens/queries.ts";
import { audit } from "#server/features/accounts/audit.ts";
import { removeUnverifiedAccess } from "#server/features/accounts/claim-account.ts";
import { createLinkEmail, createNoticeEmail } from "#server/features/accounts/emails/emails.ts";
import { deleteTokens } from "#server/features/accounts/emails/token-queries.ts";
import { issueToken, redeemToken } from "#server/features/accounts/emails/tokens.ts";
import {
  findAccountByEmail,
  findAccountById,
  getUserLanguage,
  updateUser,
} from "#server/features/accounts/queries.ts";
import { sendVerificationEmail } from "#server/features/accounts/sign-in/register.ts";
import { endAllSessions, endOtherSessions } from "#server/features/accounts/sign-in/sessions.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import type { Context, GuestContext, HttpContext } from "#server/http/api/context.ts";
import { conflict, invalid } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import { defineJob } from "#server/jobs/jobs.ts";
import { getAreaLog } from "#server/logging/log.ts";
import type { Services } from "#server/services.ts";
import { hashPassword, validateNewPassword, verifyPassword } from "./passwords.ts";

/**
 * Verifies the password again before a sensitive action.
 *
 * @throws {ProblemError} `invalid_input` with the field
 */
export async function requirePassword(
  { db, clock, log, user }: Context,
  password: string,
  field = "password",
): Promise<void> {
  const account = await findAccountById(db, user.id, clock());
  if (await verifyPassword(account?.passwordHash, password)) return;
  getAreaLog(log, "auth").warn({ event: "password refused", userId: user.id }, "password refused");
  if (account && account.passwordHash === null) {
    throw invalid({ [field]: "no_password_yet" });
  }
  throw invalid({ [field]: "wrong_password" });
}

/**
 * Changes the password, ends all other sessions and notifies the owner.
 *
 * @throws {ProblemError} `invalid_input`
 */
export async function changePassword(
  context: HttpContext,
  { body: { currentPassword, newPassword } }: InputOf<typeof accountsContract.changePassword>,
): Promise<void> {
  const { user } = context;
  await requirePassword(context, currentPassword, "currentPassword");
  await validateNewPassword(context, newPassword, { field: "newPassword", email: user.email });
  await updateUser(context.db, user.id, { passwordHash: await hashPassword(newPassword) });
  await endOtherSessions(context);
  await notifyOwner(context, user);
  await audit(context, "password.changed", user.id, user.id);
}

export async function forgotPassword(
  { db, clock, jobs }: GuestContext,
  { body: { email } }: InputOf<typeof accountsContract.forgotPassword>,
): Promise<void> {
  const account = await findAccountByEmail(db, email.toLowerCase(), clock());
  await jobs.add(sendResetEmail, { userId: account?.user.id ?? null });
}

export const sendResetEmail = defineJob({
  name: "accounts.send-reset",
  queue: "now",
  payload: z.object({ userId: z.nullable(UserId) }),
  async run(services, { userId }) {
    const account = userId && (await findAccountById(services.db, userId, services.clock()));
    if (!account) return;
    const token = await issueToken(services, account.user.id, "reset-password");
    const language = await getUserLanguage(services.db, account.user.id);
    await enqueueEmail(services, createLinkEmail(services, "reset", account.user, language, token));
    getAreaLog(services.log, "auth").info({ event: "password.forgotten", userId }, "account event");
  },
});

/**
 * Sets a new password with a token from an email. Receiving it proves ownership, so the address counts as
 * verified. Sessions and tokens of apps end; factors and passkeys made before the first verification are removed.
 *
 * @throws {ProblemError} `invalid_input` for a rejected password, `conflict` for an invalid token
 */
export async function resetPassword(
  context: GuestContext,
  { body: { token, newPassword } }: InputOf<typeof accountsContract.resetPassword>,
): Promise<void> {
  const { db, clock } = context;
  await validateNewPassword(context, newPassword, { field: "newPassword" });
  const passwordHash = await hashPassword(newPassword);
  const userId = await db.transaction(async (tx) => {
    const owner = await redeemToken(context, token, "reset-password", tx);
    const account = owner && (await findAccountById(tx, owner, clock()));
    if (!account) return null;
    if (account.user.emailVerified) {
      await deleteTokens(tx, owner, "change-email");
      await deleteAppTokens(tx, owner);
    } else await removeUnverifiedAccess(tx, owner);
    await updateUser(tx, owner, { passwordHash, emailVerifiedAt: clock() });
    return owner;
  });
  if (!userId) throw invalidToken();
  await endAllSessions(context, userId);
  const account = await findAccountById(db, userId, clock());
  if (account) await notifyOwner(context, account.user);
  await audit(context, "password.reset", userId, userId);
}

/** @throws {ProblemError} `conflict` for an invalid token */
export async function verifyEmail(
  context: GuestContext,
  { body: { token } }: InputOf<typeof accountsContract.verifyEmail>,
): Promise<void> {
  const { db, clock, live } = context;
  const userId = await db.transaction(async (tx) => {
    const owner = await redeemToken(context, token, "verify-email", tx);
    if (owner) await updateUser(tx, owner, { emailVerifiedAt: clock() });
    return owner;
  });
  if (!userId) throw invalidToken();
  await broadcastUserChanged(context, userId);
  await live.publish(userId, { topics: ["session"] });
}

/** Sends the verification link again; does nothing for verified addresses. */
export async function resendVerification(context: Context): Promise<void> {
  if (!context.user.emailVerified) await sendVerificationEmail(context, context.user);
}

async function notifyOwner(services: Services, user: User): Promise<void> {
  const language = await getUserLanguage(services.db, user.id);
  await enqueueEmail(services, createNoticeEmail(services, "passwordChanged", user, language));
}

const invalidToken = () => conflict("link_expired");
