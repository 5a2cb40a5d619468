import { and, asc, desc, eq, type SQL, sql } from "drizzle-orm";
import { getFullName } from "#shared/accounts/full-name.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type {
  ApplicationDraft,
  ApplicationId,
  ApplicationState,
  AuthorApplication,
  ReceivedApplication,
} from "#shared/authors/contract.ts";
import type { ContributorId } from "#shared/books/book.ts";
import type { Database } from "#server/db/client.ts";
import { pick } from "#server/db/pick.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { contributors } from "#server/db/schema/books/contributors.ts";
import { authorApplications as applications } from "#server/db/schema/publishing/authors.ts";

const columns = {
  id: applications.id,
  ...pick(applications, "name", "about", "links", "sample", "state", "reason", "appliedAt", "decidedAt"),
};

type Row = Omit<AuthorApplication, "links"> & { readonly links: readonly string[] };

const toApplication = ({ links, ...row }: Row): AuthorApplication => ({ ...row, links: [...links] });

/** Null when there is none. */
export async function findNewestApplication(db: Database, userId: UserId): Promise<AuthorApplication | null> {
  const [row] = await db
    .select(columns)
    .from(applications)
    .where(eq(applications.userId, userId))
    .orderBy(desc(applications.appliedAt), desc(applications.id))
    .limit(1);
  return row ? toApplication(row) : null;
}

/** @returns null when the reader has an open one */
export async function insertApplication(
  db: Database,
  userId: UserId,
  draft: ApplicationDraft,
  appliedAt: Date,
): Promise<AuthorApplication | null> {
  const [row] = await db
    .insert(applications)
    .values({ ...draft, userId, appliedAt })
    .onConflictDoNothing()
    .returning(columns);
  return row ? toApplication(row) : null;
}

export interface ApplicationCursor {
  /** Microseconds since 1970, as precise as the database. */
  readonly applied: string;
  readonly id: ApplicationId;
}

/** Applications in one state, oldest first. */
export function listReceived(
  db: Database,
  state: ApplicationState,
  after: ApplicationCursor | null,
  limit: number,
): Promise<(ReceivedApplication & { readonly applied: string })[]> {
  const isAfter = after
    ? sql`(${applications.appliedAt}, ${applications.id}) >
        (timestamptz 'epoch' + ${after.applied}::bigint * interval '1 microsecond', ${after.id}::uuid)`
    : undefined;
  return selectReceived(db, and(eq(applications.state, state), isAfter), limit);
}

export async function findReceivedApplication(
  db: Database,
  id: ApplicationId,
): Promise<ReceivedApplication | null> {
  const [row] = await selectReceived(db, eq(applications.id, id), 1);
  return row ?? null;
}

async function selectReceived(db: Database, condition: SQL | undefined, limit: number) {
  const rows = await db
    .select({
      ...columns,
      applied: sql<string>`(extract(epoch from ${applications.appliedAt}) * 1000000)::bigint::text`,
      ...pick(users, "firstName", "lastName", "username", "email", "emailVerifiedAt"),
    })
    .from(applications)
    .innerJoin(users, eq(users.id, applications.userId))
    .where(condition)
    .orderBy(asc(applications.appliedAt), asc(applications.id))
    .limit(limit);
  return rows.map(({ firstName, lastName, username, email, emailVerifiedAt, applied, ...row }) => ({
    ...toApplication(row),
    applied,
    applicant: {
      name: getFullName(firstName, lastName),
      username,
      email,
      emailVerified: emailVerifiedAt !== null,
    },
  }));
}

/**
 * Locks an application until the transaction ends.
 *
 * @returns its user and state
 */
export async function lockApplication(
  tx: Database,
  id: ApplicationId,
): Promise<{ userId: UserId; state: ApplicationState } | null> {
  const [row] = await tx
    .select({ userId: applications.userId, state: applications.state })
    .from(applications)
    .where(eq(applications.id, id))
    .for("update");
  return row ?? null;
}

export async function markDecided(
  db: Database,
  id: ApplicationId,
  decision: {
    readonly state: ApplicationState;
    readonly reason: string;
    readonly decidedAt: Date;
    readonly decidedBy: UserId | null;
  },
): Promise<void> {
  await db.update(applications).set(decision).where(eq(applications.id, id));
}

/** The contributor that an account is linked to; null for none. */
export async function findOwnContributor(db: Database, userId: UserId) {
  const [row] = await db
    .select(pick(contributors, "id", "name", "bio", "links", "showsPicture"))
    .from(contributors)
    .where(eq(contributors.userId, userId))
    .orderBy(asc(contributors.name))
    .limit(1);
  return row ?? null;
}

export async function updateContributor(
  db: Database,
  id: ContributorId,
  change: Pick<typeof contributors.$inferInsert, "bio" | "links" | "showsPicture">,
): Promise<void> {
  await db.update(contributors).set(change).where(eq(contributors.id, id));
}
