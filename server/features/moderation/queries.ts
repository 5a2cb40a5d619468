import { and, asc, eq, lt, ne, notInArray, or, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type {
  ReportReason,
  ReportSnapshot,
  ReportState,
  ReportSubject,
} from "#shared/moderation/contract.ts";
import type { Database } from "#server/db/client.ts";
import { getFullPerson, getPerson } from "#server/db/person.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { communities } from "#server/db/schema/community/communities.ts";
import { heldWords, reports } from "#server/db/schema/community/moderation.ts";
import type { TimeAndId } from "#server/http/api/cursor.ts";

/** @returns its id; null when the reader reported it before */
export async function insertReport(
  db: Database,
  report: typeof reports.$inferInsert,
): Promise<string | null> {
  const [added] = await db.insert(reports).values(report).onConflictDoNothing().returning({ id: reports.id });
  return added?.id ?? null;
}

interface Filter {
  /** Null for all. */
  readonly communityId: CommunityId | null;
  readonly after: TimeAndId | undefined;
  /** Suspensions that ended before it do not count. */
  readonly now: Date;
}

/** Open reports by subject, oldest first. */
export async function listGroups(db: Database, { communityId, after, now }: Filter, limit: number) {
  const result = await db.execute<{
    subjectType: ReportSubject;
    subjectId: string;
    communityId: CommunityId | null;
    communityName: string | null;
    reportedUserId: UserId | null;
    person: { name: string; username: string } | null;
    accountCreatedAt: string | null;
    isSuspended: boolean | null;
    earlierActions: number;
    reasons: { reason: ReportReason; count: number }[];
    notes: string[];
    snapshots: ReportSnapshot[];
    firstAt: string;
  }>(sql`
    select g.*, c.name as "communityName", ${communityId === null ? getFullPerson(sql`u`) : getPerson(sql`u`)} as person, u.created_at as "accountCreatedAt",
      u.suspended_until > ${now.toISOString()}::timestamptz as "isSuspended",
      (select count(distinct (e.subject_type, e.subject_id)) from ${reports} e
        where e.reported_user_id = g."reportedUserId" and e.state = 'acted')::int as "earlierActions"
    from (select r.subject_type as "subjectType", r.subject_id as "subjectId",
        (array_agg(r.community_id) filter (where r.community_id is not null))[1] as "communityId",
        (array_agg(r.reported_user_id) filter (where r.reported_user_id is not null))[1] as "reportedUserId",
        (select json_agg(json_build_object('reason', w.reason, 'count', w.count)) from (
          select x.reason, count(*)::int as count from ${reports} x
          where x.subject_type = r.subject_type and x.subject_id = r.subject_id and x.state = 'open' group by x.reason) w) as reasons,
        coalesce(array_agg(r.note order by r.created_at) filter (where r.note <> ''), '{}') as notes,
        json_agg(r.snapshot order by r.created_at) as snapshots,
        min(r.created_at)::text as "firstAt"
      from ${reports} r
      where r.state = 'open' and ${communityId === null ? sql`true` : sql`r.community_id = ${communityId}`}
      group by r.subject_type, r.subject_id) g
    left join ${users} u on u.id = g."reportedUserId"
    left join ${communities} c on c.id = g."communityId"
    where ${after ? sql`(g."firstAt"::timestamptz, g."subjectId") > (${after[0]}::timestamptz, ${after[1]}::uuid)` : sql`true`}
    order by g."firstAt"::timestamptz, g."subjectId" limit ${limit}`);
  return result.rows;
}

export type GroupRow = Awaited<ReturnType<typeof listGroups>>[number];

export async function countOpenSubjects(db: Database): Promise<number> {
  const [row] = await db
    .select({ count: sql<number>`count(distinct (${reports.subjectType}, ${reports.subjectId}))::int` })
    .from(reports)
    .where(eq(reports.state, "open"));
  return row?.count ?? 0;
}

const onSubject = (subjectType: ReportSubject, subjectId: string) =>
  and(eq(reports.subjectType, subjectType), eq(reports.subjectId, subjectId));

/** Open and decided ones, the oldest first. */
export function listReportsOn(db: Database, subjectType: ReportSubject, subjectId: string) {
  return db.select().from(reports).where(onSubject(subjectType, subjectId)).orderBy(asc(reports.createdAt));
}

/**
 * Locks the open reports on a subject, so that only one decision is taken on them.
 *
 * @returns how many there are
 */
export async function lockOpenReports(
  tx: Database,
  subjectType: ReportSubject,
  subjectId: string,
): Promise<number> {
  const open = await tx
    .select({ id: reports.id })
    .from(reports)
    .where(and(onSubject(subjectType, subjectId), eq(reports.state, "open")))
    .orderBy(asc(reports.id))
    .for("update");
  return open.length;
}

/** @returns the reports that were open */
export function closeOpenReports(
  tx: Database,
  subjectType: ReportSubject,
  subjectId: string,
  decided: {
    readonly state: ReportState;
    readonly decidedAt: Date;
    readonly decidedBy: UserId;
    readonly decision: string;
  },
) {
  return tx
    .update(reports)
    .set(decided)
    .where(and(onSubject(subjectType, subjectId), eq(reports.state, "open")))
    .returning();
}

/** Erases the reported texts and messages of old reports, and the notes of their reporters. */
export async function eraseSnapshots(db: Database, before: Date): Promise<void> {
  await db
    .update(reports)
    .set({ snapshot: { text: "" }, note: "" })
    .where(and(lt(reports.createdAt, before), or(ne(reports.snapshot, { text: "" }), ne(reports.note, ""))));
}

export async function findAccount(db: Database, userId: UserId) {
  const [row] = await db
    .select({ createdAt: users.createdAt, isEmployee: users.isEmployee, isAdmin: users.isAdmin })
    .from(users)
    .where(eq(users.id, userId));
  return row ?? null;
}

export async function listWords(db: Database): Promise<string[]> {
  const rows = await db.select({ word: heldWords.word }).from(heldWords).orderBy(asc(heldWords.word));
  return rows.map(({ word }) => word);
}

export async function replaceWords(tx: Database, words: readonly string[], addedAt: Date): Promise<void> {
  await tx.delete(heldWords).where(notInArray(heldWords.word, [...words]));
  if (words.length === 0) return;
  const rows = words.map((word) => ({ word, addedAt }));
  await tx.insert(heldWords).values(rows).onConflictDoNothing();
}
