import { type SQL, sql } from "drizzle-orm";
import { challenges } from "#server/db/schema/challenges.ts";
import { libraryEntries as entries } from "#server/db/schema/library.ts";
import { positionEvents as events } from "#server/db/schema/positions.ts";

/**
 * How far a reader is in the challenge of the surrounding statement: books finished while it runs, or the longest run
 * of days (UTC) with something read or heard. Null for goals that are not measured.
 *
 * @param userId - An expression of that statement.
 */
export const progressOf = (userId: SQL): SQL<number | null> => sql<number | null>`(case ${challenges.goalType}
  when 'books' then (
    select count(*)::int from ${entries} own where own.user_id = ${userId}
      and own.finished_at >= ${challenges.startsAt} and own.finished_at < ${challenges.endsAt})
  when 'days' then (
    select coalesce(max(run.days), 0)::int from (
      select count(*) as days from (
        select day, day - (row_number() over (order by day))::int as island from (
          select distinct (own.at at time zone 'UTC')::date as day from ${events} own where own.user_id = ${userId}
            and own.at >= ${challenges.startsAt} and own.at < ${challenges.endsAt}) read
      ) islands group by island) run)
  end)`;
