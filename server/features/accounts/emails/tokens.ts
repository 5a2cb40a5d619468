import { hash, randomBytes } from "node:crypto";
import type { EmailLinkPurpose } from "#shared/accounts/email-links.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import type { Services } from "#server/services.ts";
import { consumeToken, replaceToken } from "./token-queries.ts";

/** Lifetime of tokens in milliseconds. */
const lifetimeMs: Readonly<Record<EmailLinkPurpose, number>> = {
  "reset-password": 30 * 60_000,
  "verify-email": 48 * 3_600_000,
  "change-email": 48 * 3_600_000,
};

type Deps = Pick<Services, "db" | "clock">;

/** A random 256-bit token; only its hash is stored. */
export async function issueToken(
  { db, clock }: Deps,
  userId: UserId,
  purpose: EmailLinkPurpose,
  transaction: Database = db,
  email: string | null = null,
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(clock().getTime() + lifetimeMs[purpose]);
  await replaceToken(transaction, { tokenHash: hashToken(token), userId, purpose, email, expiresAt });
  return token;
}

/**
 * Consumes a token.
 *
 * @returns its user; null when it is unknown, used or expired
 */
export async function redeemToken(
  { db, clock }: Deps,
  token: string,
  purpose: EmailLinkPurpose,
  transaction: Database = db,
): Promise<UserId | null> {
  const consumed = await consumeToken(transaction, hashToken(token), purpose, clock());
  return consumed?.userId ?? null;
}

/**
 * Consumes a token for a new address.
 *
 * @returns its user and the address; null when it is invalid
 */
export async function redeemEmailChange(
  { clock }: Pick<Deps, "clock">,
  token: string,
  transaction: Database,
): Promise<{ readonly userId: UserId; readonly email: string } | null> {
  const consumed = await consumeToken(transaction, hashToken(token), "change-email", clock());
  return consumed?.email ? { userId: consumed.userId, email: consumed.email } : null;
}

const hashToken = (token: string) => hash("sha256", token, "base64url");
