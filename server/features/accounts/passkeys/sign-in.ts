import type { AuthenticationResponseJSON } from "@simplewebauthn/server";
import { isStaff, type User } from "#shared/accounts/user.ts";
import { findAccountById } from "#server/features/accounts/queries.ts";
import { rejectReader, startSession } from "#server/features/accounts/sign-in/sign-in.ts";
import { ProblemError } from "#server/http/api/problem.ts";
import { limitAttempts } from "#server/http/security/sign-in-limit.ts";
import type { HttpExchange } from "#server/http/session/passport-session.ts";
import type { Services } from "#server/services.ts";
import { getRpId, saveChallenge, takeChallenge } from "./challenge.ts";
import { findPasskey, recordUse } from "./queries.ts";
import { loadWebAuthn } from "./webauthn.ts";

interface PasskeySignIn {
  readonly credential: { readonly id: string };
  readonly rememberMe?: boolean | undefined;
  readonly isStaff?: boolean | undefined;
}

export async function startPasskeySignIn(
  services: Services,
  exchange: HttpExchange,
): Promise<{ options: Record<string, unknown> }> {
  const { generateAuthenticationOptions } = await loadWebAuthn();
  const options = await generateAuthenticationOptions({
    rpID: getRpId(services),
    userVerification: "required",
  });
  await saveChallenge(services, exchange, "sign-in", options.challenge);
  return { options: { ...options } };
}

/**
 * Signs in with a passkey, which also is the second factor.
 *
 * @throws {ProblemError} `unauthenticated` when it is unknown or cannot be verified; `forbidden` for a suspended
 * account and for readers on the staff page
 */
export async function signInWithPasskey(
  services: Services,
  exchange: HttpExchange,
  { credential, rememberMe = false, isStaff: isStaffPage = false }: PasskeySignIn,
): Promise<{ user: User }> {
  const { db, clock } = services;
  const expectedChallenge = await takeChallenge(services, exchange, "sign-in");
  if (expectedChallenge === null) throw new ProblemError("unauthenticated", "passkey_failed");
  const passkey = await findPasskey(db, credential.id);
  const account = passkey && (await findAccountById(db, passkey.userId, clock()));
  if (!passkey || !account) throw new ProblemError("unauthenticated", "passkey_unknown");
  await limitAttempts(services, exchange, `passkey ${account.user.id}`);
  const { verifyAuthenticationResponse } = await loadWebAuthn();
  const { authenticationInfo: info, verified } = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge,
    expectedOrigin: [...services.settings.origins],
    expectedRPID: getRpId(services),
    credential: {
      id: passkey.id,
      publicKey: new Uint8Array(Buffer.from(passkey.publicKey, "base64url")),
      counter: passkey.counter,
    },
    requireUserVerification: true,
  }).catch((error: unknown) => {
    services.log.warn({ err: error, userId: account.user.id }, "a passkey could not be verified");
    throw new ProblemError("unauthenticated", "passkey_failed");
  });
  const isUsed = verified && (await recordUse(db, passkey, info.newCounter, clock()));
  if (!isUsed) throw new ProblemError("unauthenticated", "passkey_failed");
  if (isStaffPage && !isStaff(account.user)) throw rejectReader(services, exchange, account.user);
  await startSession(services, exchange, account.user, { isRemembered: rememberMe, usedPasskey: true });
  return { user: account.user };
}
