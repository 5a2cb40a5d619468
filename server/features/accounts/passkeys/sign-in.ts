import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import type { accountsContract } from "#shared/accounts/contract.ts";
import { isStaff, type User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { findAccountById } from "#server/features/accounts/queries.ts";
import { rejectReader, startSession } from "#server/features/accounts/sign-in/sign-in.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { limitAttempts } from "#server/http/security/sign-in-limit.ts";
import { getAreaLog } from "#server/logging/log.ts";
import { getRpId, saveChallenge, takeChallenge } from "./challenge.ts";
import { findPasskey, recordUse } from "./queries.ts";
import { loadWebAuthn } from "./webauthn.ts";

export async function startPasskeySignIn(
  context: GuestHttpContext,
): Promise<{ options: Record<string, unknown> }> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: getRpId(context),
    userVerification: "required",
  });
  await saveChallenge(context, "sign-in", options.challenge);
  return { options: { ...options } };
}

/**
 * Signs in with a passkey, which also is the second factor.
 *
 * @throws {ProblemError} `unauthenticated` when it is unknown or cannot be verified; `forbidden` for a suspended
 * account and for readers on the staff page
 */
export async function signInWithPasskey(
  context: GuestHttpContext,
  {
    body: { credential, rememberMe = false, isStaff: isStaffPage = false },
  }: InputOf<typeof accountsContract.signInWithPasskey>,
): Promise<{ user: User }> {
  const { db, clock } = context;
  const expectedChallenge = await takeChallenge(context, "sign-in");
  if (expectedChallenge === null) throw new ProblemError("unauthenticated", "passkey_failed");
  const passkey = await findPasskey(db, credential.id);
  const account = passkey && (await findAccountById(db, passkey.userId, clock()));
  if (!passkey || !account) throw new ProblemError("unauthenticated", "passkey_unknown");
  await limitAttempts(context, `passkey ${account.user.id}`);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { authenticationInfo: info, verified } = await verifyAuthenticationResponse({
    response: credential as unknown as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: [...context.settings.origins],
    expectedRPID: getRpId(context),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    getAreaLog(context.log, "auth").warn(
      { err: error, userId: account.user.id },
      "a passkey could not be verified",
    );
    throw new ProblemError("unauthenticated", "passkey_failed");
  });
  const isUsed = verified && (await recordUse(db, passkey, info.newCounter, clock()));
  if (!isUsed) throw new ProblemError("unauthenticated", "passkey_failed");
  if (isStaffPage && !isStaff(account.user)) throw rejectReader(context, account.user);
  await startSession(context, account.user, { isRemembered: rememberMe, usedPasskey: true });
  return { user: account.user };
}
