import type { User, UserId } from "#shared/accounts/user.ts";
import { hasMixedScripts, isReservedUsername } from "#shared/accounts/username.ts";
import type { Language } from "#shared/api/language.ts";
import { createLinkEmail } from "#server/features/accounts/emails/emails.ts";
import { issueToken } from "#server/features/accounts/emails/tokens.ts";
import { hashPassword } from "#server/features/accounts/passwords/passwords.ts";
import {
  findAccountByEmail,
  findAccountById,
  getUserLanguage,
  insertUser,
  isUsernameTaken,
  type NewUser,
} from "#server/features/accounts/queries.ts";
import { deriveUsername } from "#server/features/accounts/usernames.ts";
import { enqueueEmail } from "#server/features/mail/service.ts";
import { conflict, invalid } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";

export interface NewUserDetails {
  readonly email: string;
  /** The validated password; null for sign-in with a provider. */
  readonly password: string | null;
  readonly firstName?: string | undefined;
  readonly lastName?: string | undefined;
  /** Must be free; derived when omitted. */
  readonly username?: string | undefined;
  readonly isEmailVerified?: boolean;
  readonly language?: Language;
  readonly roles?: Readonly<Partial<Pick<User, "isAuthor" | "isEmployee" | "isAdmin">>>;
}

/**
 * Creates an account and sends the verification link.
 *
 * @throws {ProblemError} `conflict` with the field when the email or the username is taken
 */
export async function register(services: Services, details: NewUserDetails): Promise<User> {
  const { db, clock } = services;
  const { email, password, lastName = "", isEmailVerified = false, roles = {}, language = "en" } = details;
  await requireFree(services, details);
  const firstName = details.firstName ?? deriveFirstName(email);
  const passwordHash = password === null ? null : await hashPassword(password);
  const createdAt = clock();

  const id = await insertWithUsername(services, details, {
    ...roles,
    email,
    passwordHash,
    firstName,
    lastName,
    createdAt,
    preferences: language === "en" ? {} : { language },
    emailVerifiedAt: isEmailVerified ? createdAt : null,
  });
  const existing = await findAccountById(db, id, createdAt);
  if (!existing) throw emailTaken();
  if (!isEmailVerified) await sendVerificationEmail(services, existing.user);
  return existing.user;
}

const maxAttempts = 20;

/**
 * Derives another username when somebody else takes it at the same moment.
 *
 * @throws {ProblemError} `conflict` with the field when the email or the username is taken
 */
async function insertWithUsername(
  services: Services,
  details: NewUserDetails,
  row: Omit<NewUser, "username">,
): Promise<UserId> {
  const { db } = services;
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const username = details.username ?? (await deriveUsername(db, row.firstName));
    const id = await insertUser(db, { ...row, username });
    if (id) return id;
    await requireFree(services, details);
  }
  throw emailTaken();
}

/** Sends the verification link. */
export async function sendVerificationEmail(services: Services, user: User): Promise<void> {
  const token = await issueToken(services, user.id, "verify-email");
  const language = await getUserLanguage(services.db, user.id);
  await enqueueEmail(services, createLinkEmail(services, "verify", user, language, token));
}

/**
 * @throws {ProblemError} `conflict` when it is taken, `invalid_input` for reserved names and mixed scripts
 */
export async function requireFreeUsername(
  { db, settings }: Pick<Services, "db" | "settings">,
  username: string,
  exceptId?: User["id"],
): Promise<void> {
  if (isReservedUsername(username, settings.productName)) throw invalid({ username: "username_reserved" });
  if (hasMixedScripts(username)) throw invalid({ username: "username_mixed_scripts" });
  if (await isUsernameTaken(db, username, exceptId)) throw usernameTaken();
}

export const usernameTaken = () => conflict("username_taken", { username: "username_taken" });

async function requireFree(services: Services, { email, username }: NewUserDetails): Promise<void> {
  if (await findAccountByEmail(services.db, email, services.clock())) throw emailTaken();
  if (username !== undefined) await requireFreeUsername(services, username);
}

function emailTaken() {
  return conflict("email_taken", { email: "email_taken" });
}

function deriveFirstName(email: string): string {
  const [name = ""] = email.split(/[@+]/);
  return name.slice(0, 60) || "Reader";
}
