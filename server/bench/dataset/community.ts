import {
  count,
  draw,
  drawReaders,
  firstTime,
  joinTexts,
  pick,
  random,
  toId,
  toReader,
  toTime,
} from "./random-rows.ts";

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
