/** As the product does it, for all rows at once. */
export const derived = [
  `insert into book_reach (user_id, book_id, coverage, text_reach, updated_at)
    select user_id, book_id, c, c, updated_at
    from library_entries, lateral (select case status when 'finished' then 1 else 0.3 end as c) r where started_at is not null`,
  `insert into position_events (id, user_id, book_id, locator, at, device_at, device, is_deliberate, received_at)
    select gen_random_uuid(), user_id, book_id, '{"fraction": 0.3, "sentence": "s3-9"}', started_at, started_at, 'Chrome/Android', true, started_at
    from library_entries where status in ('currently-reading', 'paused');
  insert into current_positions (user_id, book_id, event_id, locator, at, device, is_deliberate)
    select user_id, book_id, id, locator, at, device, is_deliberate from position_events`,
  `insert into reading_sessions (id, user_id, book_id, title, kind, started_at, ended_at, zone, pages, words, device, received_at)
    select gen_random_uuid(), d.user_id, d.book_id, b.title, d.kind, d.day, d.day + d.milliseconds * interval '1 ms', 'UTC',
      d.pages, d.words, 'Chrome/Android', d.changed_at
    from reading_days d join books b on b.id = d.book_id where d.day > now() - interval '60 days'`,
  "insert into mark_tags select user_id, id, 'tag ' || version % 7 from marks where version % 10 = 0",
  `insert into finished_book_totals (period, user_id, count, reached_at)
    select p, user_id, count(*), max(counted_at) from library_entries, unnest(finished_periods(counted_at)) p
    where counted_at is not null group by 1, 2`,
];

export const derivedTables = derived.flatMap((statement) =>
  [...statement.matchAll(/insert into (\w+)/g)].map(([, table = ""]) => table),
);
