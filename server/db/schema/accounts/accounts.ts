import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  date,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
  uuid,
} from "drizzle-orm/pg-core";
import type { EmailLinkPurpose } from "#shared/accounts/email-links.ts";
import type { Preferences } from "#shared/accounts/session-contract.ts";
import type { UserId } from "#shared/accounts/user.ts";
import { appScopes } from "#shared/api/app-scopes.ts";
import type { BillingInterval, MembershipStatus } from "#shared/memberships/contract.ts";

const timestampColumn = () => timestamp({ withTimezone: true });

export const users = pgTable(
  "users",
  {
    id: uuid().$type<UserId>().primaryKey().defaultRandom(),
    firstName: text().notNull(),
    lastName: text().notNull().default(""),
    username: text().notNull(),
    /** Lower case. */
    email: text().notNull().unique(),
    emailVerifiedAt: timestampColumn(),
    /** Argon2id; null for accounts that sign in only with a provider. */
    passwordHash: text(),
    profileImageUrl: text().notNull().default(""),
    bio: text().notNull().default(""),
    isAuthor: boolean().notNull().default(false),
    isEmployee: boolean().notNull().default(false),
    isAdmin: boolean().notNull().default(false),
    preferences: jsonb().$type<Preferences>().notNull().default({}),
    /** The local day of the last digest. */
    lastDigestDay: date(),
    suspendedUntil: timestampColumn(),
    suspendedReason: text().notNull().default(""),
    /** Scheduled deletion, 14 days after the request. */
    deletionRequestedAt: timestampColumn(),
    createdAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [
    uniqueIndex("users_username_lower").on(sql`lower(${table.username})`),
    // The expressions of the people search.
    index("users_names").using(
      "gin",
      sql`lower(${table.username}) gin_trgm_ops`,
      sql`lower(${table.firstName} || ' ' || ${table.lastName}) gin_trgm_ops`,
    ),
    index("users_newest").on(table.createdAt, table.id).concurrently(),
    // The expression of the staff's search.
    index("users_search")
      .using(
        "gin",
        sql`lower(${table.firstName} || ' ' || ${table.lastName} || ' ' || ${table.username} || ' ' || ${table.email}) gin_trgm_ops`,
      )
      .concurrently(),
    // The staff's filters.
    index("users_authors").on(table.createdAt, table.id).where(sql`is_author`).concurrently(),
    index("users_staff").on(table.createdAt, table.id).where(sql`is_employee or is_admin`).concurrently(),
    index("users_suspended")
      .on(table.createdAt, table.id)
      .where(sql`suspended_until is not null`)
      .concurrently(),
    index("users_unverified")
      .on(table.createdAt, table.id)
      .where(sql`email_verified_at is null`)
      .concurrently(),
    // Users who opted out of champions.
    index("users_excluded_from_champions")
      .on(table.id)
      .where(
        sql`preferences @> '{"showsAmongChampions": false}' or deletion_requested_at is not null or suspended_until is not null`,
      ),
  ],
);

export function userIdColumn() {
  return uuid()
    .$type<UserId>()
    .notNull()
    .references(() => users.id, { onDelete: "cascade" });
}

/** Null after the account was deleted. */
export function formerUserIdColumn() {
  return uuid()
    .$type<UserId>()
    .references(() => users.id, { onDelete: "set null" });
}

/** Sessions of signed-in users, and of guests with stored state. The cookie's id is stored hashed. */
export const sessions = pgTable(
  "sessions",
  {
    /** SHA-256 of the cookie's id, base64url. */
    idHash: text().primaryKey(),
    userId: uuid()
      .$type<UserId>()
      .references(() => users.id, { onDelete: "cascade" }),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    device: text().notNull().default(""),
    network: text().notNull().default(""),
    createdAt: timestampColumn().notNull().defaultNow(),
    lastSeenAt: timestampColumn().notNull().defaultNow(),
    /** Last activity in the staff area; null for none. */
    staffSeenAt: timestampColumn(),
    idleUntil: timestampColumn().notNull(),
    absoluteUntil: timestampColumn().notNull(),
  },
  (table) => [index().on(table.userId), index().on(table.idleUntil)],
);

/** One-time tokens from emails, hashed. */
export const accountTokens = pgTable(
  "account_tokens",
  {
    tokenHash: text().primaryKey(),
    userId: userIdColumn(),
    purpose: text().$type<EmailLinkPurpose>().notNull(),
    /** The new address to confirm; null for other purposes. */
    email: text(),
    expiresAt: timestampColumn().notNull(),
    usedAt: timestampColumn(),
  },
  (table) => [index().on(table.userId)],
);

/** Keys of authenticator apps. */
export const twoFactor = pgTable("two_factor", {
  userId: userIdColumn().primaryKey(),
  /** Encrypted; see `http/security/encryption.ts`. */
  secret: text().notNull(),
  /** Null until a code was typed in. */
  confirmedAt: timestampColumn(),
  /** The time step of the last used code, so that a code works once. */
  lastStep: integer(),
});

export const recoveryCodes = pgTable(
  "recovery_codes",
  { userId: userIdColumn(), codeHash: text().notNull() },
  (table) => [primaryKey({ columns: [table.userId, table.codeHash] })],
);

/** WebAuthn credentials. */
export const passkeys = pgTable(
  "passkeys",
  {
    /** Base64url. */
    id: text().primaryKey(),
    userId: userIdColumn(),
    /** COSE, base64url. */
    publicKey: text().notNull(),
    /** Signatures so far; 0 for authenticators that do not count. */
    counter: bigint({ mode: "number" }).notNull(),
    transports: jsonb().$type<readonly string[]>().notNull(),
    isSynced: boolean().notNull(),
    name: text().notNull(),
    createdAt: timestampColumn().notNull(),
    lastUsedAt: timestampColumn(),
  },
  (table) => [index().on(table.userId)],
);

/** Secrets with which other apps call the API for a user. */
export const appTokens = pgTable(
  "app_tokens",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: userIdColumn(),
    name: text().notNull(),
    scopes: text({ enum: appScopes }).array().notNull(),
    /** SHA-256, base64url. */
    tokenHash: text().notNull().unique(),
    /** SHA-256 of the MD5 that KOReader sends; null for tokens of earlier versions, which it cannot use. */
    koreaderKeyHash: text(),
    createdAt: timestampColumn().notNull(),
    lastUsedAt: timestampColumn(),
  },
  (table) => [index().on(table.userId), uniqueIndex().on(table.koreaderKeyHash).concurrently()],
);

export const identities = pgTable(
  "identities",
  {
    issuer: text().notNull(),
    subject: text().notNull(),
    userId: userIdColumn(),
    createdAt: timestampColumn().notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.issuer, table.subject] }), index().on(table.userId)],
);

/** A user is a supporter while one of their memberships is valid. */
export const memberships = pgTable(
  "memberships",
  {
    userId: userIdColumn(),
    /** `granted` by codes and staff; `stripe` follows a subscription. */
    source: text().$type<"granted" | "stripe">().notNull().default("granted"),
    plan: text().$type<"supporter">().notNull(),
    status: text().$type<MembershipStatus>().notNull().default("active"),
    /** Includes the grace period of a subscription that renews. */
    validUntil: timestampColumn().notNull(),
    /** The end of the paid period; null for granted memberships. */
    periodEnd: timestampColumn(),
    interval: text().$type<BillingInterval>(),
    cancelAtPeriodEnd: boolean().notNull().default(false),
    customerId: text(),
    subscriptionId: text().unique(),
  },
  (table) => [primaryKey({ columns: [table.userId, table.source] })],
);

/** The payment page that a user opened last. */
export const membershipCheckouts = pgTable("membership_checkouts", {
  userId: userIdColumn().primaryKey(),
  sessionId: text().notNull(),
  interval: text().$type<BillingInterval>().notNull(),
});

/** Subscriptions to cancel at the payment provider. A row outlives the account. */
export const membershipCancellations = pgTable("membership_cancellations", {
  /** A subscription, or a payment page that must not be paid any more. */
  targetId: text().primaryKey(),
  action: text().$type<"cancel" | "cancel-at-period-end" | "expire-checkout">().notNull(),
  requestedAt: timestampColumn().notNull(),
});

/** Handled events of the payment provider, so that each acts once. */
export const membershipEvents = pgTable("membership_events", {
  eventId: text().primaryKey(),
  type: text().notNull(),
  receivedAt: timestampColumn().notNull(),
});

/** Codes that extend a membership. */
export const membershipCodes = pgTable(
  "membership_codes",
  {
    id: uuid().primaryKey().defaultRandom(),
    /** SHA-256, hex. */
    codeHash: text().notNull().unique(),
    /** The last four characters, to distinguish codes. */
    hint: text().notNull(),
    months: integer().notNull(),
    maxUses: integer().notNull(),
    usedCount: integer().notNull().default(0),
    note: text().notNull().default(""),
    expiresAt: timestampColumn(),
    revokedAt: timestampColumn(),
    issuedBy: formerUserIdColumn(),
    createdAt: timestampColumn().notNull(),
  },
  (table) => [index().on(table.createdAt)],
);

export const membershipRedemptions = pgTable(
  "membership_redemptions",
  {
    codeId: uuid()
      .notNull()
      .references(() => membershipCodes.id, { onDelete: "cascade" }),
    userId: userIdColumn(),
    redeemedAt: timestampColumn().notNull(),
  },
  (table) => [primaryKey({ columns: [table.codeId, table.userId] }), index().on(table.userId)],
);

export const dataExports = pgTable(
  "data_exports",
  {
    id: uuid().primaryKey().defaultRandom(),
    userId: userIdColumn(),
    status: text().$type<"waiting" | "ready" | "failed">().notNull().default("waiting"),
    storageKey: text(),
    requestedAt: timestampColumn().notNull().defaultNow(),
    expiresAt: timestampColumn(),
  },
  (table) => [index().on(table.userId, table.requestedAt)],
);

export const emails = pgTable(
  "emails",
  {
    id: uuid().primaryKey().defaultRandom(),
    to: text().notNull(),
    subject: text().notNull(),
    /** Without its secret. */
    text: text().notNull(),
    hasSecret: boolean().notNull().default(false),
    /** Empty for text alone. */
    html: text().notNull().default(""),
    headers: jsonb().$type<Readonly<Record<string, string>>>().notNull().default({}),
    /** Its subject, such as `post:<id>`: unsent it is deleted with it. Empty for none. */
    about: text().notNull().default(""),
    status: text().$type<"waiting" | "sending" | "sent" | "unsent" | "failed">().notNull().default("waiting"),
    error: text().notNull().default(""),
    createdAt: timestampColumn().notNull().defaultNow(),
    sentAt: timestampColumn(),
  },
  (table) => [index().on(table.createdAt), index("emails_about").on(table.about).where(sql`about <> ''`)],
);

/** Partitioned by `at`: see `server/db/partitions.ts`. */
export const auditLog = pgTable(
  "audit_log",
  {
    id: bigserial({ mode: "number" }).notNull(),
    at: timestampColumn().notNull().defaultNow(),
    actorId: uuid().$type<UserId>(),
    action: text().notNull(),
    target: text().notNull().default(""),
    details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  },
  (table) => [
    primaryKey({ columns: [table.id, table.at] }),
    index().on(table.at),
    index().on(table.actorId, table.id),
    index().on(table.action, table.id),
    index().on(table.target),
  ],
);
