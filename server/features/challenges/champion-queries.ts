import { type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { ChampionKind } from "#shared/challenges/contract.ts";
import type { Database } from "#server/db/client.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { selectPublicUsername } from "#server/db/public-username.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { championExclusions, finishedBookTotals as finished } from "#server/db/schema/reading/challenges.ts";
import { userPeriodTotals as periodTotals } from "#server/db/schema/reading/reading-activity.ts";

interface ChampionRow extends Record<string, unknown> {
  readonly rank: number;
  readonly userId: UserId;
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImageUrl: string;
  /** Null for hidden profiles. */
  readonly username: string | null;
  readonly amount: number;
}

/** The first line repeats the condition of the partial index `users_excluded_from_champions`. */
const isHidden = (now: Date): SQL => sql`(
  (u.preferences @> '{"showsAmongChampions": false}' or u.deletion_requested_at is not null or u.suspended_until is not null)
  and (u.preferences @> '{"showsAmongChampions": false}' or u.deletion_requested_at is not null or u.suspended_until > ${now}))`;

/** Opted out, leaving, suspended, or excluded by staff. */
const isExcluded = (userId: SQL, now: Date): SQL => sql`(
  exists (select from ${users} u where u.id = ${userId} and ${isHidden(now)})
  or exists (select from ${championExclusions} x where x.user_id = ${userId}))`;

const units: Readonly<Record<ChampionKind, number>> = { books: 1, minutes: 60_000, pages: 1_000, streak: 1 };

const selectTotals = (kind: ChampionKind, period: string): SQL =>
  kind === "books"
    ? sql`(select user_id, count as amount, reached_at from ${finished} where period = ${period})`
    : sql`(select user_id, amount, reached_at from ${periodTotals} where kind = ${kind} and period = ${period})`;

export async function listTopReaders(
  db: Database,
  kind: ChampionKind,
  period: string,
  now: Date,
  limit: number,
): Promise<ChampionRow[]> {
  const unit = sql`${units[kind]}::bigint`;
  const { rows } = await db.execute<ChampionRow>(sql`
    select rank() over (order by best.amount / ${unit} desc)::int as rank, best.user_id as "userId",
      u.first_name as "firstName", u.last_name as "lastName", u.profile_image_url as "profileImageUrl",
      ${selectPublicUsername(sql`u`)} as username,
      (best.amount / ${unit})::int as amount
    from (
      select t.user_id, t.amount, t.reached_at from ${selectTotals(kind, period)} t
      where t.amount >= ${unit} and not ${isExcluded(sql`t.user_id`, now)}
      order by t.amount desc, t.reached_at, t.user_id limit ${limit}
    ) best join ${users} u on u.id = best.user_id
    order by best.amount desc, best.reached_at, best.user_id`);
  return rows;
}

interface RankRow extends Record<string, unknown> {
  readonly amount: number;
  readonly rank: number;
  readonly participates: boolean;
}

/** Without an amount the rank is 1. */
export async function findRank(
  db: Database,
  kind: ChampionKind,
  period: string,
  userId: UserId,
  now: Date,
): Promise<RankRow> {
  const unit = sql`${units[kind]}::bigint`;
  const { rows } = await db.execute<RankRow>(sql`
    with mine as (
      select coalesce((
        select amount from ${selectTotals(kind, period)} t where t.user_id = ${userId}), 0) / ${unit} as amount
    )
    select mine.amount::int as amount,
      1 + (select count(*)::int from ${selectTotals(kind, period)} t where t.amount >= next.amount)
        - (select count(*)::int from ${selectTotals(kind, period)} t join (
            select u.id from ${users} u where ${isHidden(now)} union select user_id from ${championExclusions}
          ) excluded on excluded.id = t.user_id where t.amount >= next.amount) as rank,
      not ${isExcluded(sql`${userId}::uuid`, now)} as "participates"
    from mine, lateral (select case when mine.amount > 0 then (mine.amount + 1) * ${unit} end as amount) next`);
  return expectOneRow(rows);
}
