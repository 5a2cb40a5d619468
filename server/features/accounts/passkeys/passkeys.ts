import type { RegistrationResponseJSON } from "@simplewebauthn/server";
import type { accountsContract } from "#shared/accounts/contract.ts";
import { maxPasskeys, type Passkey } from "#shared/accounts/passkeys-contract.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { audit } from "#server/features/accounts/audit.ts";
import { createNoticeEmail } from "#server/features/accounts/emails/emails.ts";
import { requirePassword } from "#server/features/accounts/passwords/password-service.ts";
import { getUserLanguage } from "#server/features/accounts/queries.ts";
import { requireCode } from "#server/features/accounts/two-factor/two-factor.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { conflict, forbidden, invalid, notFound, reason } from "#server/http/api/problem.ts";
import { getAreaLog } from "#server/logging/log.ts";
import { getRpId, saveChallenge, takeChallenge } from "./challenge.ts";
import { deletePasskeyRow, insertPasskey, listPasskeyRows } from "./queries.ts";
import { loadWebAuthn } from "./webauthn.ts";

export async function listPasskeys({ db, user }: Context): Promise<{ passkeys: Passkey[] }> {
  return { passkeys: await listPasskeyRows(db, user.id) };
}

/**
 * Starts to add a passkey. The email must be verified: its owner could otherwise not remove another person's
 * passkey by resetting the password.
 *
 * @throws {ProblemError} `invalid_input` for a wrong password or code; `forbidden` without a verified email;
 * `conflict` for too many
 */
export async function startPasskey(
  context: HttpContext,
  { body: { password, code } }: InputOf<typeof accountsContract.startPasskey>,
): Promise<{ options: Record<string, unknown> }> {
  const { db, settings, user } = context;
  await requirePassword(context, password);
  if (!user.emailVerified) throw forbidden("email_unverified");
  const existing = await listPasskeyRows(db, user.id);
  if (existing.length >= maxPasskeys) throw conflict(reason("too_many_passkeys", { max: maxPasskeys }));
  await requireCode(context, code);
  const { generateRegistrationOptions } = await loadWebAuthn();
  const options = await generateRegistrationOptions({
    rpName: settings.productName,
    rpID: getRpId(context),
    userID: new TextEncoder().encode(user.id),
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`.trim(),
    attestationType: "none",
    excludeCredentials: existing.map(({ id }) => ({ id })),
    authenticatorSelection: { residentKey: "required", userVerification: "required" },
  });
  await saveChallenge(context, "add", options.challenge);
  return { options: { ...options } };
}

/** @throws {ProblemError} `invalid_input` when it cannot be verified; `conflict` when it was added before */
export async function addPasskey(
  context: HttpContext,
  { body: { name, credential } }: InputOf<typeof accountsContract.addPasskey>,
): Promise<Passkey> {
  const { db, clock, settings, user } = context;
  const expectedChallenge = await takeChallenge(context, "add");
  if (expectedChallenge === null) throw invalid({ credential: "passkey_failed" });
  const { verifyRegistrationResponse } = await loadWebAuthn();
  const { registrationInfo: info } = await verifyRegistrationResponse({
    response: credential as unknown as RegistrationResponseJSON,
    expectedChallenge,
    expectedOrigin: [...settings.origins],
    expectedRPID: getRpId(context),
    requireUserVerification: true,
  }).catch((error: unknown) => {
    getAreaLog(context.log, "auth").warn({ err: error, userId: user.id }, "a passkey could not be verified");
    throw invalid({ credential: "passkey_failed" });
  });
  if (!info) throw invalid({ credential: "passkey_failed" });
  const { id, publicKey, counter, transports = [] } = info.credential;
  const added = await db.transaction(async (tx) => {
    await audit(context, "passkey.added", user.id, user.id, {}, tx);
    return insertPasskey(tx, {
      id,
      userId: user.id,
      name,
      counter,
      createdAt: clock(),
      publicKey: Buffer.from(publicKey).toString("base64url"),
      transports,
      isSynced: info.credentialBackedUp,
    });
  });
  if (!added) throw conflict("passkey_known");
  await enqueueEmail(
    context,
    createNoticeEmail(context, "passkeyAdded", user, await getUserLanguage(db, user.id)),
  );
  return added;
}

/** @throws {ProblemError} `invalid_input` for a wrong password; `not_found` */
export async function deletePasskey(
  context: Context,
  { params: { passkeyId }, body: { password } }: InputOf<typeof accountsContract.deletePasskey>,
): Promise<void> {
  const { user } = context;
  await requirePassword(context, password);
  await context.db.transaction(async (tx) => {
    if (!(await deletePasskeyRow(tx, user.id, passkeyId))) throw notFound("passkey");
    await audit(context, "passkey.removed", user.id, user.id, {}, tx);
  });
}
