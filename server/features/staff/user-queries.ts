import { and, desc, eq, gt, isNull, lt, or, type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import { maxCounted } from "#shared/staff/max-counted.ts";
import type { userFilters } from "#shared/staff/users.ts";
import type { Database } from "#server/db/client.ts";
import { escapeLike } from "#server/db/escape-like.ts";
import { pick } from "#server/db/pick.ts";
import { memberships, sessions, users } from "#server/db/schema/accounts/accounts.ts";
import { pushDevices } from "#server/db/schema/system/push.ts";

const getColumns = (now: Date) => ({
  ...pick(users, "id", "firstName", "lastName", "username", "email", "emailVerifiedAt", "isAuthor"),
  isEmployee: users.isEmployee,
  ...pick(users, "isAdmin", "createdAt", "suspendedUntil", "suspendedReason", "deletionRequestedAt"),
  lastSeenAt: sql<Date | null>`(select max(${sessions.lastSeenAt}) from ${sessions}
    where ${sessions.userId} = ${users.id})`.mapWith(sessions.lastSeenAt),
  supporterUntil: sql<Date | null>`(select max(${memberships.validUntil}) from ${memberships}
    where ${memberships.userId} = ${users.id} and ${memberships.validUntil} > ${now})`.mapWith(
    memberships.validUntil,
  ),
});

export type StaffUserRow = Awaited<ReturnType<typeof listUserRows>>[number];

export interface UserSearch {
  readonly search: string;
  /** Employees do not see email addresses and cannot search by them. */
  readonly byEmail: boolean;
  readonly filter: (typeof userFilters)[number] | undefined;
}

/** Accounts, newest first. */
export function listUserRows(
  db: Database,
  filters: UserSearch,
  before: { readonly createdAt: Date; readonly id: UserId } | null,
  now: Date,
  limit: number,
) {
  const isAfterCursor = before
    ? or(
        lt(users.createdAt, before.createdAt),
        and(eq(users.createdAt, before.createdAt), lt(users.id, before.id)),
      )
    : undefined;
  return db
    .select(getColumns(now))
    .from(users)
    .where(and(getConditions(filters, now), isAfterCursor))
    .orderBy(desc(users.createdAt), desc(users.id))
    .limit(limit);
}

/** Counted to {@link maxCounted}. */
export async function countUsers(db: Database, filters: UserSearch, now: Date): Promise<number> {
  const found = db
    .select({ one: sql`1` })
    .from(users)
    .where(getConditions(filters, now))
    .limit(maxCounted)
    .as("found");
  return db.$count(found);
}

/** The name and the address, as indexed. */
const searchedText = sql`lower(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.username} || ' ' || ${users.email})`;
/** A part of the indexed text. */
const nameText = sql`lower(${users.firstName} || ' ' || ${users.lastName} || ' ' || ${users.username})`;

function getConditions({ search, byEmail, filter }: UserSearch, now: Date): SQL | undefined {
  const pattern = `%${escapeLike(search.trim().toLowerCase())}%`;
  const filters = {
    // As in the partial indexes, without parameters.
    authors: sql`${users.isAuthor}`,
    staff: sql`(${users.isEmployee} or ${users.isAdmin})`,
    supporters: sql`exists (select from ${memberships}
      where ${memberships.userId} = ${users.id} and ${memberships.validUntil} > ${now})`,
    suspended: gt(users.suspendedUntil, now),
    unverified: isNull(users.emailVerifiedAt),
  };
  return and(
    search.trim() === "" ? undefined : sql`${searchedText} like ${pattern}`,
    search.trim() === "" || byEmail ? undefined : sql`${nameText} like ${pattern}`,
    filter && filters[filter],
  );
}

export async function findUserRow(db: Database, id: UserId, now: Date): Promise<StaffUserRow | null> {
  const [row] = await db.select(getColumns(now)).from(users).where(eq(users.id, id));
  return row ?? null;
}

export async function lockUserRoles(tx: Database, id: UserId) {
  const [row] = await tx
    .select({ id: users.id, email: users.email, isEmployee: users.isEmployee, isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.id, id))
    .for("update");
  return row ?? null;
}

export async function setSuspension(
  tx: Database,
  id: UserId,
  change: { readonly suspendedUntil: Date | null; readonly suspendedReason: string },
): Promise<void> {
  await tx.update(users).set(change).where(eq(users.id, id));
}

/** Nothing more is pushed to the devices of a suspended account; they subscribe again after signing in. */
export async function deletePushDevices(tx: Database, id: UserId): Promise<void> {
  await tx.delete(pushDevices).where(eq(pushDevices.userId, id));
}
