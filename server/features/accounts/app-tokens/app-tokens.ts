import { randomBytes } from "node:crypto";
import { maxAppTokens } from "#shared/accounts/app-tokens-contract.ts";
import type { accountsContract } from "#shared/accounts/contract.ts";
import type { InputOf, ReplyOf } from "#shared/api/contract.ts";
import { lockWriter } from "#server/db/lock-writer.ts";
import { audit } from "#server/features/accounts/audit.ts";
import { createNoticeEmail } from "#server/features/accounts/emails/emails.ts";
import { requirePassword } from "#server/features/accounts/passwords/password-service.ts";
import { getUserLanguage } from "#server/features/accounts/queries.ts";
import { requireCode } from "#server/features/accounts/two-factor/two-factor.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, forbidden, notFound, reason } from "#server/http/api/problem.ts";
import {
  appTokenPrefix,
  hashAppToken,
  hashKoreaderKey,
  toKoreaderKey,
} from "#server/http/session/app-token.ts";
import { deleteAppTokenRow, insertAppToken, listAppTokenRows } from "./queries.ts";

export async function listAppTokens({
  db,
  user,
  settings: { hasKoboSync },
}: Context): Promise<ReplyOf<typeof accountsContract.listAppTokens>> {
  return { tokens: await listAppTokenRows(db, user.id), hasKoboSync };
}

/**
 * Creates a token and tells the owner by email. The email must be verified: its owner could otherwise not
 * revoke another person's token.
 *
 * @throws {ProblemError} `invalid_input` for a wrong password or code; `forbidden` without a verified email;
 * `conflict` for too many
 */
export async function createAppToken(
  context: Context,
  { body: { name, scopes, password, code } }: InputOf<typeof accountsContract.createAppToken>,
): Promise<ReplyOf<typeof accountsContract.createAppToken>> {
  const { db, clock, user } = context;
  await requirePassword(context, password);
  if (!user.emailVerified) throw forbidden("email_unverified");
  const secret = appTokenPrefix + randomBytes(32).toString("base64url");
  const language = await getUserLanguage(db, user.id);
  const token = await db.transaction(async (tx) => {
    await lockWriter(tx, user.id);
    const existing = await listAppTokenRows(tx, user.id);
    if (existing.length >= maxAppTokens) throw conflict(reason("too_many_app_tokens", { max: maxAppTokens }));
    await requireCode({ ...context, db: tx }, code);
    await audit(context, "app_token.created", user.id, user.id, {}, tx);
    await enqueueEmail(context, createNoticeEmail(context, "appTokenCreated", user, language), tx);
    return insertAppToken(tx, {
      userId: user.id,
      name,
      scopes: [...new Set(scopes)],
      tokenHash: hashAppToken(secret),
      koreaderKeyHash: hashKoreaderKey(toKoreaderKey(secret)),
      createdAt: clock(),
    });
  });
  return { token, secret };
}

/** @throws {ProblemError} `not_found` */
export async function deleteAppToken(
  context: Context,
  { params: { tokenId } }: InputOf<typeof accountsContract.deleteAppToken>,
): Promise<void> {
  const { user } = context;
  await context.db.transaction(async (tx) => {
    if (!(await deleteAppTokenRow(tx, user.id, tokenId))) throw notFound("token");
    await audit(context, "app_token.revoked", user.id, user.id, {}, tx);
  });
}
