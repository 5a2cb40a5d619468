import type { accountsContract } from "#shared/accounts/contract.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { audit } from "#server/features/accounts/audit.ts";
import { requirePassword } from "#server/features/accounts/passwords/password-service.ts";
import {
  findAccountByEmail,
  findAccountById,
  getUserLanguage,
  updateUser,
} from "#server/features/accounts/queries.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import type { Context, GuestContext } from "#server/http/api/context.ts";
import { conflict } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import { createLinkEmail, createNoticeEmail } from "./emails.ts";
import { deleteTokens } from "./token-queries.ts";
import { issueToken, redeemEmailChange } from "./tokens.ts";

/**
 * Emails a link to the new address; the old one stays until it is used. Addresses of other accounts receive
 * nothing, with the same reply.
 *
 * @throws {ProblemError} `invalid_input` for a wrong password
 */
export async function changeEmail(
  context: Context,
  { body: { email: newEmail, password } }: InputOf<typeof accountsContract.changeEmail>,
): Promise<void> {
  const { user } = context;
  await requirePassword(context, password);
  const email = newEmail.toLowerCase();
  if (await findAccountByEmail(context.db, email, context.clock())) return;
  await context.db.transaction(async (tx) => {
    const token = await issueToken(context, user.id, "change-email", tx, email);
    const language = await getUserLanguage(tx, user.id);
    await enqueueEmail(
      context,
      createLinkEmail(context, "newEmail", { ...user, email }, language, token),
      tx,
    );
  });
}

/**
 * Applies an email change, invalidates links sent to the old address and notifies it.
 *
 * @throws {ProblemError} `conflict` for an expired token or a taken address
 */
export async function confirmEmailChange(
  context: GuestContext,
  { body: { token } }: InputOf<typeof accountsContract.confirmEmailChange>,
): Promise<void> {
  const { db, clock, live } = context;
  const userId = await db.transaction(async (tx) => {
    const change = await redeemEmailChange(context, token, tx);
    const before = change && (await findAccountById(tx, change.userId, clock()));
    if (!change || !before) throw conflict("link_expired");
    const taken = await updateUser(tx, change.userId, { email: change.email, emailVerifiedAt: clock() });
    if (taken) throw conflict("email_used_meanwhile");
    for (const purpose of ["reset-password", "verify-email"] as const) {
      await deleteTokens(tx, change.userId, purpose);
    }
    const language = await getUserLanguage(tx, change.userId);
    await enqueueEmail(context, createNoticeEmail(context, "addressChanged", before.user, language), tx);
    await audit(context, "email.changed", change.userId, change.userId, {}, tx);
    return change.userId;
  });
  await broadcastUserChanged(context, userId);
  await live.publish(userId, { topics: ["session"] });
}
