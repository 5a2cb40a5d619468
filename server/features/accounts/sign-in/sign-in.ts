import type { accountsContract, SignedInUser } from "#shared/accounts/contract.ts";
import { isStaff, type User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { audit } from "#server/features/accounts/audit.ts";
import { passwordStrategy } from "#server/features/accounts/passwords/password-strategy.ts";
import {
  hashPassword,
  isOutdated,
  validateNewPassword,
} from "#server/features/accounts/passwords/passwords.ts";
import {
  type Account,
  findAccountByEmail,
  findAccountById,
  updateUser,
} from "#server/features/accounts/queries.ts";
import { requireSecondFactor } from "#server/features/accounts/two-factor/two-factor.ts";
import { getSiteSettings } from "#server/features/site/service.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { forbidden, invalid, ProblemError, reason } from "#server/http/api/problem.ts";
import { getRequestLanguage } from "#server/http/api/request-language.ts";
import { normalizeEmail } from "#server/http/security/email-alias.ts";
import { rememberDevice } from "#server/http/security/known-devices.ts";
import { consumeProof } from "#server/http/security/proof-of-work.ts";
import { limitByBudget } from "#server/http/security/rate-limit.ts";
import { limitAttempts } from "#server/http/security/sign-in-limit.ts";
import { authenticateWith, type HttpExchange, signInAs } from "#server/http/session/passport-session.ts";
import { getAreaLog } from "#server/logging/log.ts";
import type { Services } from "#server/services.ts";
import { register } from "./register.ts";

type SignInContext = Services & HttpExchange;

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly rememberMe?: boolean | undefined;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  readonly username?: string | undefined;
  /** The solution of the challenge for sign-ups. */
  readonly proof?: string | undefined;
  readonly isStaff?: boolean | undefined;
  /** Of the second factor. */
  readonly code?: string | undefined;
}

interface SessionStart {
  readonly isRemembered: boolean;
  /** Rehashed when the cost has increased. */
  readonly password?: string;
  /** Of the second factor. */
  readonly code?: string | undefined;
  /** The device verified the user, so that no second factor is needed. */
  readonly usedPasskey?: boolean;
}

/**
 * Signs in by email and password; used by all sign-in pages. An unknown email creates an account if enabled,
 * else it is refused like a wrong password, in the same time.
 *
 * @throws {ProblemError} `unauthenticated` for a wrong email, password or code, `forbidden` for a suspended account
 * and for readers on the staff page, `invalid_input` for a rejected new password
 */
export async function signIn(
  context: GuestHttpContext,
  { body: credentials }: InputOf<typeof accountsContract.signIn>,
): Promise<SignedInUser> {
  const email = credentials.email.toLowerCase();
  const { password } = credentials;
  if (
    !credentials.isStaff &&
    (await isRegistrationOnSignInEnabled(context)) &&
    !(await hasAccount(context, email))
  ) {
    await limitByBudget(context, "sign-up")(context.req, context.res);
    const created = await createAccount(context, { ...credentials, email, username: undefined });
    context.req.session.registeredUser = created.user.id;
    return created;
  }
  const user = await verifyCredentials(context, email, password);
  if (credentials.isStaff && !isStaff(user)) throw rejectReader(context, user);
  const { rememberMe: isRemembered = false, code } = credentials;
  await startSession(context, user, { isRemembered, password, code });
  return { user, isNew: false };
}

/**
 * The user of an email and a password, also while suspended. No session is started.
 *
 * @throws {ProblemError} `unauthenticated`
 */
export async function verifyCredentials(
  context: SignInContext,
  email: string,
  password: string,
): Promise<User> {
  const credentials = { email: email.toLowerCase(), password };
  const user = await authenticateWith(context, passwordStrategy, credentials);
  if (!user) throw rejectSignIn(context, "wrong email or password");
  return user;
}

/**
 * Creates an account and signs in.
 *
 * @throws {ProblemError} `forbidden` while registration is closed, `conflict` when the email or the username is
 * taken, `invalid_input` for a rejected password and for a missing or used solution of the challenge
 */
export async function signUp(
  context: GuestHttpContext,
  { body: credentials }: InputOf<typeof accountsContract.signUp>,
): Promise<SignedInUser> {
  if ((await getSiteSettings(context)).registration === "closed") throw forbidden("registration_closed");
  if (context.settings.requiresSignUpChallenge && !(await consumeProof(context, credentials.proof))) {
    throw invalid({ proof: "sign_up_challenge_failed" });
  }
  return createAccount(context, { ...credentials, email: credentials.email.toLowerCase() });
}

/**
 * Starts a session for a verified user and cancels a pending deletion. Every way to sign in ends here.
 *
 * @throws {ProblemError} `forbidden` while suspended, `unauthenticated` without the second factor
 */
export async function startSession(
  context: SignInContext,
  user: User,
  { isRemembered, password, code, usedPasskey = false }: SessionStart,
): Promise<void> {
  const { db, clock, log, req } = context;
  const account = await findAccountById(db, user.id, clock());
  if (!account) throw rejectSignIn(context, "account deleted");
  requireNotSuspended(context, account);
  if (!usedPasskey) {
    if (code !== undefined) await limitAttempts(context, `code ${user.id}`);
    await requireSecondFactor(context, user, code);
  }
  if (account.deletionRequestedAt) {
    await updateUser(db, user.id, { deletionRequestedAt: null });
    await audit(context, "account.deletion-cancelled", user.id, user.id);
  }
  if (password !== undefined && account.passwordHash && isOutdated(account.passwordHash)) {
    await updateUser(db, user.id, { passwordHash: await hashPassword(password) });
  }
  await signInAs(context, user, isRemembered);
  if (usedPasskey) req.session.usedPasskey = true;
  rememberDevice(context, normalizeEmail(user.email));
  getAreaLog(log, "auth").info({ event: "sign-in", userId: user.id }, "signed in");
}

async function createAccount(context: SignInContext, credentials: Credentials): Promise<SignedInUser> {
  const { email, password } = credentials;
  await validateNewPassword(context, password, { email });
  const user = await register(context, { ...credentials, language: getRequestLanguage(context.req) });
  await audit(context, "account.created", user.id, user.id);
  await startSession(context, user, { isRemembered: credentials.rememberMe ?? false });
  return { user, isNew: true };
}

/** Whether signing in with an unknown email creates an account; never where sign-ups need a challenge. */
export async function isRegistrationOnSignInEnabled(
  services: Pick<Services, "db" | "settings">,
): Promise<boolean> {
  if (services.settings.requiresSignUpChallenge) return false;
  const { registration, registersOnSignIn: isOn } = await getSiteSettings(services);
  return registration === "open" && isOn;
}

async function hasAccount({ db, clock }: Services, email: string): Promise<boolean> {
  return (await findAccountByEmail(db, email, clock())) !== null;
}

function requireNotSuspended({ clock, log }: SignInContext, { suspendedUntil, user }: Account): void {
  if (!suspendedUntil || suspendedUntil <= clock()) return;
  getAreaLog(log, "auth").warn({ event: "sign-in refused", reason: "suspended", userId: user.id });
  const until = suspendedUntil.toISOString().slice(0, 10);
  throw forbidden(reason("account_suspended", { day: until }));
}

export function rejectReader({ log }: SignInContext, { id: userId }: User): ProblemError {
  getAreaLog(log, "auth").warn(
    { event: "sign-in refused", reason: "not an employee", userId },
    "sign-in refused",
  );
  return forbidden("not_employee");
}

function rejectSignIn({ log }: SignInContext, reason: string): ProblemError {
  getAreaLog(log, "auth").warn({ event: "sign-in refused", reason }, "sign-in refused");
  return new ProblemError("unauthenticated", "wrong_credentials");
}
