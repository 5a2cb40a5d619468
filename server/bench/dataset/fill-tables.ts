import { getId } from "#server/bench/catalogue/copy.ts";
import { size } from "#server/bench/core/load.ts";

/** Rows of the temporary table `texts`. */
export const textCount = size(10_000, 2_000);
const days = 1_000;
const now = new Date().toISOString();

export const getReaderId = (n: number) => getId("1", n);

// What follows makes SQL of numbers that are SQL themselves.

/** As `getId`. */
const toId = (kind: string, n: string) =>
  `('${kind}0000000-0000-4000-8000-' || lpad(to_hex(${n}), 12, '0'))::uuid`;
const toReader = (n: string) => toId("1", n);

let seed = 0;

/** From 0 to 1, by a number: each use of the function has random numbers of its own, the same in every run. */
const random = (n: string) => `((hashint8extended(${n}, ${++seed}) & 2147483647) / 2147483648::float8)`;
const pick = (count: number | string, n: string) => `floor(${random(n)} * ${count})::int`;

/** The first ones are drawn more often, the less so the larger the offset. */
const draw = (count: number, n: string, offset = 1) =>
  `floor((sqrt(${offset}) + ${random(n)} * (sqrt(${count + offset}) - sqrt(${offset}))) ^ 2 - ${offset})::int`;
const drawReader = (readers: number, n: string) => draw(readers, n, 50);

/** Rows with a `rank` from 0 and a different `reader` for each `n`; `size` is how many an `n` has. */
const drawReaders = (readers: number, groups: number, wanted: string) =>
  `select n, rank, reader, count(*) over (partition by n)::int as size from (
    select n, reader, wanted, row_number() over (partition by n order by k) - 1 as rank from (
      select distinct on (n, reader) * from (
        select n, k, wanted, ${drawReader(readers, "n * 16384::bigint + k")} as reader
        from (select n, ${wanted} as wanted from ${count(groups)}) g, generate_series(1, wanted + 4) k
      ) drawn order by n, reader, k
    ) different
  ) ranked where rank < wanted`;

const count = (to: number) => `generate_series(0, ${to - 1}) n`;
const ago = (daysAgo: string) => `timestamptz '${now}' - (${daysAgo}) * interval '1 day'`;
const firstTime = ago(`${days}`);
/** The time of one of some rows that happened one after the other. */
const toTime = (n: string, total: number) => ago(`${days} * (1 - ${n} / ${total}::float8)`);
const anyTime = (n: string) => ago(`${days} * ${random(n)}`);

/** Random rows of `texts`, or of its alias. */
const joinTexts = (n: string, alias = "texts") =>
  `join texts ${alias} on ${alias}.text_id = ${pick(textCount, n)}`;

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

/** Communities, and conversations, of which one of twenty is a group. */
export function* fillCommunity(books: number, readers: number): Generator<string> {
  const [communities, discussions] = [Math.ceil(books / 1_000), Math.ceil(books / 20)];
  const [community, discussion, conversation] = [toId("3", "n"), toId("4", "n"), toId("2", "n")];
  const share = `(sqrt(n + 2) - sqrt(n + 1)) / ${Math.sqrt(communities + 1) - 1}`;
  const wanted = `least(${readers / 4}, 3 + ${2 * readers} * ${share})::int`;
  yield `create temporary table members as ${drawReaders(readers, communities, wanted)}`;
  yield `insert into community_members (community_id, user_id, role, state, since)
    select ${community}, ${toReader("reader")}, case rank when 0 then 'owner' else 'member' end, 'active', ${firstTime} from members`;
  const place = draw(communities, "at");
  const posts = listTexts("members", place, discussions, books + discussions);
  yield `insert into posts (discussion_id, number, author_id, state, client_id, source, content, normalized_text, created_at)
    select ${toId("4", "at")}, number - 1, author, 'shown', gen_random_uuid(), source, content, normalized, time from (${posts}) p`;
  yield `insert into discussions (id, community_id, author_id, title, normalized_title, state, reply_count, last_number, created_at, active_at)
    select ${discussion}, ${toId("3", place)}, author, title, normalized_title, 'shown', last, last, ${firstTime}, active
    from (select n, n as at from ${count(discussions)}) d ${joinTexts("n")}
    join (select discussion_id, max(number) as last, max(created_at) as active, (array_agg(author_id order by number))[1] as author
      from posts group by 1) p on discussion_id = ${discussion}`;
  yield `insert into communities
      (id, name, normalized_name, visibility, member_count, discussion_count, open_discussion_count, created_at)
    select id, title || ' ' || m.n, normalized_title || ' ' || m.n, 'public', size, discussions, discussions, ${firstTime}
    from members m ${joinTexts("m.n")}, lateral (select ${toId("3", "m.n")} as id) i,
    lateral (select count(*)::int as discussions from discussions where community_id = i.id) d where rank = 0`;

  yield `create temporary table people as ${drawReaders(readers, readers, "case n % 20 when 0 then 10 else 2 end")}`;
  yield `insert into messages (conversation_id, number, sender_id, client_id, source, content, normalized_text, created_at)
    select ${toId("2", "at")}, number, author, gen_random_uuid(), source, content, normalized, time
    from (${listTexts("people", "at", readers, 2 * books)}) m`;
  yield `insert into conversations (id, title, pair, last_number, created_at, active_at)
    select ${conversation}, case n % 20 when 0 then 'Group ' || n else '' end, case when n % 20 > 0 then 'pair ' || n end,
      last, ${firstTime}, active
    from ${count(readers)} join (select conversation_id, max(number) as last, max(created_at) as active from messages group by 1) m
    on conversation_id = ${conversation}`;
  const read = `floor(last_number * (1 - ${random("n * 16::bigint + rank")} ^ 4))`;
  yield `insert into conversation_members (conversation_id, user_id, state, delivered_number, read_number, joined_at)
    select id, ${toReader("reader")}, 'active', read, read, ${firstTime}
    from (select *, ${read} as read from people join conversations on id = ${conversation}) p`;
}

/** Texts by one of the people of a group, in the order of their time, at least one in each place; most are in a few places. */
const listTexts = (people: string, group: string, places: number, total: number) =>
  `select at, number, ${toReader("p.reader")} as author, source, content, normalized, ${toTime("w.n", total)} as time
  from (
    select *, row_number() over (partition by at order by n) as number
    from (select n, case when n < ${places} then n else ${draw(places, "n")} end as at from ${count(total)}) drawn
  ) w
  join ${people} f on f.n = ${group} and f.rank = 0
  join ${people} p on p.n = f.n and p.rank = ${pick("f.size", "w.n")} ${joinTexts("w.n")} order by w.n`;
