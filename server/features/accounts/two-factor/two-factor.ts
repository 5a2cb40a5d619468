import type { accountsContract } from "#shared/accounts/contract.ts";
import { isStaff, type User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { Database } from "#server/db/client.ts";
import { audit } from "#server/features/accounts/audit.ts";
import { createNoticeEmail } from "#server/features/accounts/emails/emails.ts";
import { requirePassword } from "#server/features/accounts/passwords/password-service.ts";
import { getUserLanguage } from "#server/features/accounts/queries.ts";
import { endOtherSessions } from "#server/features/accounts/sign-in/sessions.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import type { Context, HttpContext } from "#server/http/api/context.ts";
import { conflict, forbidden, invalid, ProblemError } from "#server/http/api/problem.ts";
import { decrypt, encrypt } from "#server/http/security/encryption.ts";
import { getAreaLog } from "#server/logging/log.ts";
import type { Services } from "#server/services.ts";
import {
  createOtpauthUri,
  createRecoveryCode,
  createSecret,
  findStep,
  hashRecoveryCode,
  normalizeCode,
} from "./codes.ts";
import {
  confirmSecret,
  consumeRecoveryCode,
  consumeStep,
  countRecoveryCodes,
  deleteTwoFactor,
  findSecret,
  replaceRecoveryCodes,
  saveSecret,
} from "./queries.ts";

const recoveryCodeCount = 10;

export async function getTwoFactor({ db, settings, user }: Context) {
  return {
    isOn: (await findSecret(db, user.id, true)) !== null,
    isRequired: settings.requiresStaffTwoFactor && isStaff(user),
    recoveryCodesLeft: await countRecoveryCodes(db, user.id),
  };
}

/**
 * Verifies the second factor of an account that has one. A code works once.
 *
 * @throws {ProblemError} `unauthenticated` for a missing or wrong code
 */
export async function requireSecondFactor(
  services: Pick<Services, "db" | "clock" | "settings" | "log">,
  user: User,
  code: string | undefined,
): Promise<void> {
  const stored = await findSecret(services.db, user.id, true);
  if (stored === null) return;
  if (code === undefined) throw new ProblemError("unauthenticated", "second_factor_required");
  if (await isValid(services, user, stored, code)) return;
  getAreaLog(services.log, "auth").warn(
    { event: "sign-in refused", reason: "second factor", userId: user.id },
    "sign-in refused",
  );
  throw new ProblemError("unauthenticated", "second_factor_wrong");
}

async function isValid(
  { db, clock, settings }: Pick<Services, "db" | "clock" | "settings">,
  { id }: User,
  stored: string,
  code: string,
): Promise<boolean> {
  const secret = decrypt(stored, settings.secret, "two-factor");
  const step = secret && findStep(secret, normalizeCode(code), clock());
  return step ? consumeStep(db, id, step) : consumeRecoveryCode(db, id, hashRecoveryCode(code));
}

/**
 * The email must be verified: a factor of another person would otherwise outlive a password reset.
 *
 * @throws {ProblemError} `invalid_input` for a wrong password; `forbidden` without a verified email; `conflict`
 * when it is on
 */
export async function setUpTwoFactor(
  context: Context,
  { body: { password } }: InputOf<typeof accountsContract.setUpTwoFactor>,
) {
  const { db, settings, user } = context;
  await requirePassword(context, password);
  if (!user.emailVerified) throw forbidden("email_unverified");
  const secret = createSecret();
  if (!(await saveSecret(db, user.id, encrypt(secret, settings.secret, "two-factor"))))
    throw conflict("two_factor_on");
  return { secret, uri: createOtpauthUri(secret, settings.productName, user.email) };
}

/** @throws {ProblemError} `invalid_input` for a wrong code; `conflict` without a set-up or when it is on */
export async function confirmTwoFactor(
  context: HttpContext,
  { body: { code } }: InputOf<typeof accountsContract.confirmTwoFactor>,
) {
  const { db, clock, settings, user } = context;
  const stored = await findSecret(db, user.id, false);
  if (stored === null || (await findSecret(db, user.id, true))) throw conflict("two_factor_on");
  const secret = decrypt(stored, settings.secret, "two-factor");
  const step = secret && findStep(secret, normalizeCode(code), clock());
  if (!step || !(await consumeStep(db, user.id, step))) throw invalid({ code: "second_factor_wrong" });
  const codes = await db.transaction(async (tx) => {
    if (!(await confirmSecret(tx, user.id, clock()))) throw conflict("two_factor_on");
    await audit(context, "two-factor.on", user.id, user.id, {}, tx);
    return createRecoveryCodes(tx, user);
  });
  await endOtherSessions(context);
  const language = await getUserLanguage(db, user.id);
  await enqueueEmail(context, createNoticeEmail(context, "twoFactorOn", user, language));
  return { recoveryCodes: codes };
}

async function createRecoveryCodes(tx: Database, user: User): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, createRecoveryCode);
  await replaceRecoveryCodes(tx, user.id, codes.map(hashRecoveryCode));
  return codes;
}

/** @throws {ProblemError} `invalid_input` for a wrong password or code; `conflict` when it is off */
export async function renewRecoveryCodes(
  context: Context,
  { body: { password, code } }: InputOf<typeof accountsContract.renewRecoveryCodes>,
) {
  const { db, user } = context;
  await requirePassword(context, password);
  if ((await findSecret(db, user.id, true)) === null) throw conflict("two_factor_off");
  await requireCode(context, code);
  const recoveryCodes = await db.transaction(async (tx) => {
    await audit(context, "two-factor.codes-renewed", user.id, user.id, {}, tx);
    return createRecoveryCodes(tx, user);
  });
  return { recoveryCodes };
}

/** @throws {ProblemError} `invalid_input` for a wrong password or code */
export async function turnOffTwoFactor(
  context: Context,
  { body: { password, code } }: InputOf<typeof accountsContract.turnOffTwoFactor>,
): Promise<void> {
  const { user } = context;
  await requirePassword(context, password);
  await requireCode(context, code);
  await removeTwoFactor(context, user, user);
}

/**
 * Verifies a code before a change to the ways to sign in, where two-step verification is on.
 *
 * @throws {ProblemError} `invalid_input` for a missing or wrong code
 */
export async function requireCode(context: Context, code: string | undefined): Promise<void> {
  const { db, user } = context;
  const stored = await findSecret(db, user.id, true);
  if (stored === null) return;
  if (code === undefined) throw invalid({ code: "second_factor_required" });
  if (!(await isValid(context, user, stored, code))) throw invalid({ code: "second_factor_wrong" });
}

/** Turns it off, for its owner or an operator. */
export async function removeTwoFactor(
  services: Pick<Services, "db" | "clock" | "log" | "settings" | "jobs">,
  user: User,
  actor: User | null,
): Promise<void> {
  const { db } = services;
  const wasOn = await db.transaction(async (tx) => {
    await audit(services, "two-factor.off", actor?.id ?? null, user.id, {}, tx);
    return deleteTwoFactor(tx, user.id);
  });
  if (wasOn)
    await enqueueEmail(
      services,
      createNoticeEmail(services, "twoFactorOff", user, await getUserLanguage(db, user.id)),
    );
}
