import { type SQL, sql } from "drizzle-orm";
import { bookGenres } from "#server/db/schema/books/genres.ts";
import { challengeBooks, challenges } from "#server/db/schema/reading/challenges.ts";
import { libraryEntries as entries } from "#server/db/schema/reading/library.ts";
import { readingDays as days } from "#server/db/schema/reading/reading-activity.ts";

/** Whether a book counts in a challenge of one genre or of single books. */
const isCountedBook = sql`(${challenges.genreId} is null or exists (
  select 1 from ${bookGenres} bg where bg.book_id = own.book_id and bg.genre_id = ${challenges.genreId}))
  and (not exists (select 1 from ${challengeBooks} cb where cb.challenge_id = ${challenges.id}) or exists (
  select 1 from ${challengeBooks} cb where cb.challenge_id = ${challenges.id} and cb.book_id = own.book_id))`;

/** The challenge's days in the reader's calendar. */
const getDays = (userId: SQL): SQL => sql`${days} own where own.user_id = ${userId}
  and own.day >= (${challenges.startsAt} at time zone 'UTC')::date
  and own.day <= ((${challenges.endsAt} - interval '1 microsecond') at time zone 'UTC')::date
  and ${isCountedBook}`;

const roundDown = (amount: SQL): SQL => sql`floor(coalesce(sum(${amount}), 0) + 0.005)::int`;

/**
 * A reader's progress in the challenge of the surrounding statement, from what counts in public: books
 * finished during it; minutes, pages or chapters; or the longest streak, which a single missed day does not
 * end.
 *
 * @param userId an expression of that statement
 */
export const computeProgress = (userId: SQL): SQL<number> => sql<number>`(case ${challenges.goalType}
  when 'books' then (
    select count(*)::int from ${entries} own where own.user_id = ${userId}
      and own.counted_at >= ${challenges.startsAt} and own.counted_at < ${challenges.endsAt}
        and ${isCountedBook})
  when 'minutes' then (select (coalesce(sum(own.public_ms), 0) / 60000)::int from ${getDays(userId)})
  when 'pages' then (select ${roundDown(sql`own.public_pages`)} from ${getDays(userId)})
  when 'chapters' then (select ${roundDown(sql`own.public_chapters`)} from ${getDays(userId)})
  else (
    select coalesce(max(run.days), 0)::int from (
      select count(*) as days from (
        select day, sum(begins) over (order by day) as row from (
          select day, coalesce((day - lag(day) over (order by day) > 2)::int, 0) as begins from (
            select distinct own.day from ${getDays(userId)} and own.public_ms > 0) read
        ) marked
      ) numbered group by row) run)
  end)`;
