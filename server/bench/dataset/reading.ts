import { getId } from "#server/bench/catalogue/copy.ts";
import {
  ago,
  anyTime,
  count,
  days,
  drawReader,
  drawReaders,
  firstTime,
  joinTexts,
  now,
  pick,
  random,
  toId,
  toReader,
  toTime,
} from "./random-rows.ts";

/**
 * Readers, and what they read, marked, rated and followed.
 *
 * @param storedReaders the number of those that exist
 */
export function* fillReading(books: number, readers: number, storedReaders: number): Generator<string> {
  yield `insert into users (id, email, email_verified_at, first_name, last_name, username, preferences, created_at)
    select ${toReader("u.n")}, 'reader' || u.n || '@example.org', ${firstTime}, texts.name, other.name, 'reader' || u.n,
      case u.n % 2 when 1 then '{}' else '{"profileShows": ["finished"]}' end::jsonb, ${firstTime}
    from generate_series(${storedReaders}, ${readers - 1}) u (n) ${joinTexts("u.n")} ${joinTexts("u.n", "other")}`;

  // Half of the books nobody has begun, the most read thousands; one of five entries is not begun.
  const begun = `floor(least(0.46 / (${random("n")} + 0.00005), ${readers / 4}))`;
  const key = "n * 16384::bigint + rank";
  const status = `1 + width_bucket(${random(key)}, array[0.2, 0.6, 0.87])`;
  yield `insert into library_entries (user_id, book_id, status, added_at, updated_at, started_at, finished_at, counted_at)
    select ${toReader("reader")}, ${toId("b", "n")}, status, at, at, case when status <> 'want-to-read' then at end, finished, finished
    from (select *, case status when 'finished' then at end as finished from (
      select *, ${anyTime(key)} as at, (array['want-to-read', 'finished', 'currently-reading', 'paused'])[${status}] as status
      from (${drawReaders(readers, books, `round(1.25 * ${begun})::int`)}) drawn
    ) entries) dated`;
  yield `create temporary table started as
    select n, user_id, array_agg(book_id) as books, count(*)::int as count
    from ${count(readers)} join library_entries on user_id = ${toReader("n")}
    where started_at is not null group by n, user_id`;
  yield `insert into reviews (book_id, user_id, half_stars, text, created_at)
    select id, ${toReader(`(first + k) % ${readers}`)}, average_rating * 2, source, ${anyTime("key * 3 + k")}
    from (select id, average_rating, key, ${drawReader(readers, "key")} as first
      from (select *, row_number() over (order by id) as key from books) numbered
      where rating_count = 3 and id between '${getId("b", 0)}' and '${getId("b", books - 1)}') rated
    cross join generate_series(0, 2) k ${joinTexts("key * 3 + k")}`;

  // The most frequent readers read on nine of ten days.
  const mean = (2 * (Math.sqrt(readers + 50) - Math.sqrt(50))) / readers;
  const reads = `${random("key")} < least(0.9, 0.107 / sqrt(n + 50) / ${mean})`;
  const [book, listens, minutes] = [pick("count", "key"), `${random("key")} < 0.2`, pick(55, "key")];
  for (let n = days; n > 0; n--)
    yield `insert into reading_days (user_id, day, book_id, kind, changed_at, sessions, milliseconds, measured_ms, public_ms,
        pages, measured_pages, public_pages, words, public_words)
      select user_id, (timestamptz '${now}' at time zone 'UTC')::date - ${n}, books[1 + ${book}], kind, ${ago(`${n}`)},
        1, ms, ms, ms, pages, pages, pages, pages * 250, pages * 250
      from (select *, case kind when 'reading' then round(ms / 120000.0) else 0 end as pages from (
        select *, case when ${listens} then 'listening' else 'reading' end as kind, 60000 * (5 + ${minutes}) as ms
        from (select *, n::bigint * ${days} + ${n} as key from started) numbered where ${reads}
      ) read) counted`;
  // One missed day does not end a streak.
  yield `insert into user_period_totals (kind, period, user_id, amount, reached_at)
    with gaps as (
      select *, day - lag(day) over (partition by user_id order by day) as gap from reading_days
    ), runs as (
      select *, count(*) filter (where gap > 2) over (partition by user_id order by day) as run from gaps
    ), months as (
      select user_id, run, to_char(day, 'YYYY-MM') as month, count(*) as days, sum(public_ms) as ms,
        sum(public_pages) as pages, max(changed_at) as at
      from runs group by 1, 2, 3
    ), periods as (
      select user_id, run, period, sum(days) as days, sum(ms) as ms, sum(pages) as pages, max(at) as at
      from months, unnest(array['all', left(month, 4), month]) period group by 1, 2, 3
    ), totals as (
      select user_id, period, max(days) as streak, sum(ms) as minutes, sum(pages) * 1000 as pages, max(at) as at
      from periods group by 1, 2
    )
    select kind, period, user_id, amount, at
    from totals, lateral (values ('minutes', minutes), ('pages', pages), ('streak', streak)) k (kind, amount) where amount > 0`;

  // One of five has a note, and one of ten is a bookmark.
  const marks = 25 * readers;
  yield `insert into marks (id, user_id, book_id, anchor, placement, fraction, style, note, is_deleted, search_text, version,
      created_at, changed_at, style_changed_at, tags_changed_at, deletion_changed_at)
    select gen_random_uuid(), user_id, book, json_build_object('start', json_build_object('sentence', sentence, 'offset', 0),
        'end', json_build_object('sentence', sentence, 'offset', length(texts.source)), 'version', '0123456789abcdef',
        'quote', json_build_object('exact', texts.source, 'prefix', '', 'suffix', ''), 'fraction', fraction),
      'exact', fraction, case when key % 10 > 0 then (array['yellow', 'yellow', 'green', 'underline'])[1 + ${pick(4, "key")}] end,
      coalesce(note.source, ''), false, concat_ws(' ', texts.normalized, note.normalized),
      version, at, at, at, at, at
    from (
      select key, row_number() over (partition by user_id order by key) as version, user_id,
        books[1 + ${pick("count", "key")}] as book, round(${random("key")}::numeric, 4) as fraction,
        's' || key % 30 || '-' || key % 200 as sentence, ${toTime("key", marks)} as at
      from generate_series(0, ${marks - 1}) key join started on n = ${drawReader(readers, "key")}
    ) marked ${joinTexts("key")} left ${joinTexts("key", "note")} and key % 5 = 0 order by key`;

  const pairs = `from ${count(readers)}, generate_series(0, 5) k`;
  const pair = `${toReader("n")}, ${toReader(`(n + (2 ^ k)::int) % ${readers}`)}`;
  yield `insert into friendships (user_id, friend_id, state, created_at) select ${pair}, 'accepted', ${ago("2 ^ k")} ${pairs}`;
  yield `insert into user_follows (user_id, followed_id, created_at) select ${pair}, ${ago("2 ^ k")} ${pairs}`;
  yield `insert into follows (user_id, kind, subject_id, created_at)
    select ${toReader("n")}, 'contributor', ${toId("a", `(n * 7 + k) % ${books / 10}`)}, ${ago("k")}
    from ${count(readers)}, generate_series(0, 4) k`;

  yield `insert into book_reach (user_id, book_id, coverage, text_reach, updated_at)
    select user_id, book_id, c, c, updated_at
    from library_entries, lateral (select case status when 'finished' then 1 else 0.3 end as c) r where started_at is not null`;
  yield `insert into position_events (id, user_id, book_id, locator, at, device_at, device, is_deliberate, received_at)
    select gen_random_uuid(), user_id, book_id, '{"fraction": 0.3, "sentence": "s3-9"}', started_at, started_at, 'Chrome/Android', true, started_at
    from library_entries where status in ('currently-reading', 'paused')`;
  yield `insert into current_positions (user_id, book_id, event_id, locator, at, device, is_deliberate)
    select user_id, book_id, id, locator, at, device, is_deliberate from position_events`;
  yield `insert into reading_sessions (id, user_id, book_id, title, kind, started_at, ended_at, zone, pages, words, device, received_at)
    select gen_random_uuid(), d.user_id, d.book_id, b.title, d.kind, d.day, d.day + d.milliseconds * interval '1 ms', 'UTC',
      d.pages, d.words, 'Chrome/Android', d.changed_at
    from reading_days d join books b on b.id = d.book_id where d.day > now() - interval '60 days'`;
  yield "insert into mark_tags select user_id, id, 'tag ' || version % 7 from marks where version % 10 = 0";
  yield `insert into finished_book_totals (period, user_id, count, reached_at)
    select p, user_id, count(*), max(counted_at) from library_entries, unnest(finished_periods(counted_at)) p
    where counted_at is not null group by 1, 2`;
}
