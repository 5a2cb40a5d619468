import { and, eq, inArray, isNotNull, like, lte, type SQL, sql } from "drizzle-orm";
import type { Preferences } from "#shared/accounts/session-contract.ts";
import type { User, UserId } from "#shared/accounts/user.ts";
import { type Language, languages } from "#shared/api/language.ts";
import type { Database } from "#server/db/client.ts";
import { escapeLike } from "#server/db/escape-like.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { isUniqueViolation } from "#server/db/is-unique-violation.ts";
import { pick } from "#server/db/pick.ts";
import { identities, memberships, users } from "#server/db/schema/accounts/accounts.ts";
import { books } from "#server/db/schema/books/books.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";
import { postRevisions, posts } from "#server/db/schema/community/communities.ts";
import { messages } from "#server/db/schema/community/messages.ts";
import { bookCoauthors } from "#server/db/schema/publishing/coauthors.ts";

export interface Account {
  readonly user: User;
  readonly passwordHash: string | null;
  readonly suspendedUntil: Date | null;
  readonly deletionRequestedAt: Date | null;
}

export type NewUser = typeof users.$inferInsert;

/** Columns that can be updated. */
export type UserChange = Partial<
  Pick<
    NewUser,
    | "firstName"
    | "lastName"
    | "username"
    | "email"
    | "bio"
    | "profileImageUrl"
    | "passwordHash"
    | "emailVerifiedAt"
    | "deletionRequestedAt"
    | "isAuthor"
    | "isEmployee"
    | "isAdmin"
  >
>;

export const findAccountById = (db: Database, id: UserId, now: Date) =>
  findAccount(db, eq(users.id, id), now);

/** @param email in lower case */
export const findAccountByEmail = (db: Database, email: string, now: Date) =>
  findAccount(db, eq(users.email, email), now);

export function findAccountByIdentity(db: Database, issuer: string, subject: string, now: Date) {
  const owner = db
    .select({ userId: identities.userId })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), eq(identities.subject, subject)));
  return findAccount(db, eq(users.id, sql`(${owner})`), now);
}

async function findAccount(db: Database, condition: SQL, now: Date): Promise<Account | null> {
  const [row] = await db
    .select({
      ...pick(users, "id", "firstName", "lastName", "username", "email", "emailVerifiedAt"),
      ...pick(users, "profileImageUrl", "bio", "isAuthor"),
      ...pick(users, "isEmployee", "isAdmin", "passwordHash", "suspendedUntil", "deletionRequestedAt"),
      isSupporter: sql<boolean>`exists (select from ${memberships}
        where ${memberships.userId} = ${users.id} and ${memberships.validUntil} > ${now})`,
      coauthoredBooks: sql<User["coauthoredBooks"]>`(select coalesce(json_agg(json_build_object(
          'bookId', shared.book, 'canEdit', ${bookCoauthors.canEdit})), '[]')
        from ${bookCoauthors}
        cross join lateral (
          select ${bookCoauthors.bookId} as book
          union all
          select ${books.id} from ${books} where ${books.revisionOf} = ${bookCoauthors.bookId}
        ) shared
        where ${bookCoauthors.userId} = ${users.id} and ${bookCoauthors.acceptedAt} is not null)`,
    })
    .from(users)
    .where(condition);
  if (!row) return null;
  const { passwordHash, suspendedUntil, deletionRequestedAt, emailVerifiedAt, ...profile } = row;
  const user: User = {
    ...profile,
    emailVerified: emailVerifiedAt !== null,
    isEmployee: profile.isEmployee || profile.isAdmin,
  };
  return { user, passwordHash, suspendedUntil, deletionRequestedAt };
}

/** @returns the id of the new account; null when the email or the username is taken */
export async function insertUser(db: Database, user: NewUser): Promise<UserId | null> {
  const [row] = await db.insert(users).values(user).onConflictDoNothing().returning({ id: users.id });
  return row?.id ?? null;
}

export async function insertIdentity(
  db: Database,
  identity: { readonly issuer: string; readonly subject: string; readonly userId: UserId },
): Promise<void> {
  await db.insert(identities).values(identity).onConflictDoNothing();
}

/** The URL of a profile picture; empty for none. */
export async function findPicture(db: Database, id: UserId): Promise<string> {
  const [row] = await db.select({ url: users.profileImageUrl }).from(users).where(eq(users.id, id));
  return row?.url ?? "";
}

/** Fires the trigger that invalidates the cached pages of the author. */
export async function markContributorChanged(db: Database, userId: UserId): Promise<void> {
  await db
    .update(contributors)
    .set({ showsPicture: sql`${contributors.showsPicture}` })
    .where(and(eq(contributors.userId, userId), eq(contributors.showsPicture, true)));
}

/** @returns what another account has already; null when the account was updated */
export async function updateUser(
  db: Database,
  id: UserId,
  change: UserChange,
): Promise<"email" | "username" | null> {
  try {
    await db.update(users).set(change).where(eq(users.id, id));
    return null;
  } catch (error) {
    if (isUniqueViolation(error, "users_email_unique")) return "email";
    if (isUniqueViolation(error, "users_username_lower")) return "username";
    throw error;
  }
}

/** @returns false when the user has just signed in again */
export async function lockDueUser(tx: Database, id: UserId, before: Date): Promise<boolean> {
  const found = await tx
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, id), lte(users.deletionRequestedAt, before)))
    .for("update");
  return found.length > 0;
}

/** Deletes an account; foreign keys delete its rows. */
export async function deleteUser(db: Database, id: UserId): Promise<void> {
  const emptyContent = { source: "", content: [], normalizedText: "" };
  const ownPosts = db.select({ id: posts.id }).from(posts).where(eq(posts.authorId, id));
  await db.delete(postRevisions).where(inArray(postRevisions.postId, ownPosts));
  await db
    .update(posts)
    .set({ ...emptyContent, state: "deleted" })
    .where(eq(posts.authorId, id));
  await db
    .update(messages)
    .set({ ...emptyContent, deletedAt: sql`coalesce(${messages.deletedAt}, now())` })
    .where(eq(messages.senderId, id));
  await db.delete(users).where(eq(users.id, id));
}

/** @param username in any case; the account's own does not count */
export async function isUsernameTaken(
  db: Database,
  username: string,
  exceptUserId?: UserId,
): Promise<boolean> {
  const [row] = await db
    .select({ id: users.id })
    .from(users)
    .where(eq(sql`lower(${users.username})`, username.toLowerCase()));
  return row !== undefined && row.id !== exceptUserId;
}

/** Usernames with a prefix, in lower case, at most 1,000. */
export async function listUsernamesLike(db: Database, prefix: string): Promise<string[]> {
  const pattern = `${escapeLike(prefix.toLowerCase())}%`;
  const found = await db
    .select({ username: sql<string>`lower(${users.username})` })
    .from(users)
    .where(like(sql`lower(${users.username})`, pattern))
    .orderBy(users.username)
    .limit(1000);
  return found.map(({ username }) => username);
}

export async function getPreferences(db: Database, id: UserId): Promise<Preferences> {
  const [row] = await db.select({ preferences: users.preferences }).from(users).where(eq(users.id, id));
  return row?.preferences ?? {};
}

/** The language for messages to a user. */
export async function getUserLanguage(db: Database, id: UserId): Promise<Language> {
  return (await getPreferences(db, id)).language ?? languages[0];
}

export async function mergePreferences(db: Database, id: UserId, input: Preferences): Promise<Preferences> {
  const changed = await db
    .update(users)
    .set({ preferences: sql`${users.preferences} || ${JSON.stringify(input)}::jsonb` })
    .where(eq(users.id, id))
    .returning({ preferences: users.preferences });
  return expectOneRow(changed).preferences;
}

export async function lockAdmins(db: Database): Promise<UserId[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.isAdmin, true), sql`${users.deletionRequestedAt} is null`))
    .orderBy(users.id)
    .for("update");
  return found.map(({ id }) => id);
}

/**
 * Accounts due for deletion, at most 100.
 *
 * @param userId of the only account that is asked for
 */
export async function listDueDeletions(
  db: Database,
  before: Date,
  userId?: UserId,
): Promise<{ id: UserId; email: string; profileImageUrl: string }[]> {
  return db
    .select({ id: users.id, email: users.email, profileImageUrl: users.profileImageUrl })
    .from(users)
    .where(
      and(
        isNotNull(users.deletionRequestedAt),
        lte(users.deletionRequestedAt, before),
        userId && eq(users.id, userId),
      ),
    )
    .orderBy(users.deletionRequestedAt, users.id)
    .limit(100);
}

export async function findSignUpDate(db: Database, userId: UserId): Promise<Date | null> {
  const [row] = await db.select({ createdAt: users.createdAt }).from(users).where(eq(users.id, userId));
  return row?.createdAt ?? null;
}
