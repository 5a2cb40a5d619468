import { type SQL, sql } from "drizzle-orm";
import type { UserId } from "#shared/accounts/user.ts";
import type { Database } from "#server/db/client.ts";
import { single } from "#server/db/rows.ts";
import { users } from "#server/db/schema/accounts.ts";
import { finishedTallies as tallies } from "#server/db/schema/challenges.ts";

interface ChampionRow extends Record<string, unknown> {
  readonly rank: number;
  readonly userId: UserId;
  readonly firstName: string;
  readonly lastName: string;
  readonly profileImageUrl: string;
  readonly booksFinished: number;
}

/** Who is in no list. As the index of these few has it, and then exactly. */
const staysOut = (now: Date): SQL => sql`(
  (u.preferences @> '{"showsAmongChampions": false}' or u.deletion_asked_at is not null or u.suspended_until is not null)
  and (u.preferences @> '{"showsAmongChampions": false}' or u.deletion_asked_at is not null or u.suspended_until > ${now}))`;

/** Who finished most books in a period, those who reached their number first before the others. */
export async function listBest(
  db: Database,
  period: string,
  now: Date,
  limit: number,
): Promise<ChampionRow[]> {
  const { rows } = await db.execute<ChampionRow>(sql`
    select rank() over (order by best.count desc)::int as rank, best.user_id as "userId", u.first_name as "firstName",
      u.last_name as "lastName", u.profile_image_url as "profileImageUrl", best.count as "booksFinished"
    from (
      select t.user_id, t.count, t.reached_at from ${tallies} t
      where t.period = ${period} and t.count > 0
        and not exists (select from ${users} u where u.id = t.user_id and ${staysOut(now)})
      order by t.count desc, t.reached_at, t.user_id limit ${limit}
    ) best join ${users} u on u.id = best.user_id
    order by best.count desc, best.reached_at, best.user_id`);
  return rows;
}

interface Standing extends Record<string, unknown> {
  readonly booksFinished: number;
  readonly rank: number;
  readonly takesPart: boolean;
}

/** How a reader stands in a period among those who are listed; the rank is that which their number has. */
export async function findStanding(
  db: Database,
  period: string,
  userId: UserId,
  now: Date,
): Promise<Standing> {
  const { rows } = await db.execute<Standing>(sql`
    with mine as (
      select coalesce((
        select count from ${tallies} where user_id = ${userId} and period = ${period}), 0) as count
    )
    select mine.count as "booksFinished",
      1 + (select count(*)::int from ${tallies} t where t.period = ${period} and t.count > greatest(mine.count, 0)
        and not exists (select from ${users} u where u.id = t.user_id and ${staysOut(now)})) as rank,
      not exists (select from ${users} u where u.id = ${userId} and ${staysOut(now)}) as "takesPart"
    from mine`);
  return single(rows);
}
