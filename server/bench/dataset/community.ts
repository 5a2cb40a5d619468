import { randomUUID } from "node:crypto";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { row } from "#server/bench/catalogue/copy.ts";
import {
  days,
  draw,
  drawReader,
  drawReaders,
  firstTime,
  getCommunityId,
  getConversationId,
  getDiscussionId,
  getReaderId,
  getTime,
  none,
  pick,
  pickVocabulary,
  random,
  texts,
} from "./random-data.ts";

export type Fill = (into: string, rows: Iterable<string>) => Promise<void>;

/** Communities, and conversations, of which one of twenty is a group. */
export async function fillCommunity(fill: Fill, books: number, readers: number): Promise<void> {
  const members = Array.from({ length: Math.ceil(books / 1_000) }, () => drawReaders(readers, 3));
  for (let n = 0; n < 2 * readers; n++) {
    const each = members[draw(members.length)] ?? [];
    const reader = drawReader(readers);
    if (each.length < readers / 4 && !each.includes(reader)) each.push(reader);
  }
  const joined = members.map((each, n) =>
    each.map(
      (reader, at) =>
        row`${getCommunityId(n)} ${getReaderId(reader)} ${at ? "member" : "owner"} active ${firstTime}`,
    ),
  );
  await fill("community_members (community_id, user_id, role, state, since)", joined.flat());
  const places = Array.from({ length: Math.ceil(books / 20) }, () => draw(members.length));
  const posts = createTexts(places.length, books + places.length, (n) => pick(members[places[n] ?? 0] ?? []));
  const written = "client_id, source, content, normalized_text, created_at";
  await fill(
    `posts (discussion_id, number, author_id, state, ${written})`,
    posts.list(getDiscussionId, -1, "shown\t"),
  );
  const discussions = places.map((place, n) => {
    const { count = 1, by = 0, at } = posts.places[n] ?? {};
    const title = pickVocabulary().makeText(2, 6);
    const shown = `shown\t${count - 1}\t${count - 1}`;
    return row`${getDiscussionId(n)} ${getCommunityId(place)} ${getReaderId(by)} ${title} ${normalizeSearchText(title)} ${shown} ${firstTime} ${at}`;
  });
  const discussion = "title, normalized_title, state, reply_count, last_number, created_at, active_at";
  await fill(`discussions (id, community_id, author_id, ${discussion})`, discussions);
  const counts = members.map(() => 0);
  for (const place of places) counts[place] = (counts[place] ?? 0) + 1;
  const communities = members.map(({ length }, n) => {
    const name = `${pickVocabulary().makeText(1, 3)} ${n}`;
    const count = counts[n] ?? 0;
    return row`${getCommunityId(n)} ${name} ${normalizeSearchText(name)} public ${length} ${count} ${count} ${firstTime}`;
  });
  const community =
    "name, normalized_name, visibility, member_count, discussion_count, open_discussion_count";
  await fill(`communities (id, ${community}, created_at)`, communities);

  const people = Array.from({ length: readers }, (_, n) => drawReaders(readers, n % 20 ? 2 : 10));
  const messages = createTexts(readers, 2 * books, (n) => pick(people[n] ?? []));
  await fill(
    `messages (conversation_id, number, sender_id, ${written})`,
    messages.list(getConversationId, 0, ""),
  );
  const conversations = messages.places.map(({ count, at }, n) => {
    const kind = n % 20 ? `\tpair ${n}` : `Group ${n}\t${none}`;
    return row`${getConversationId(n)} ${kind} ${count} ${firstTime} ${at}`;
  });
  await fill("conversations (id, title, pair, last_number, created_at, active_at)", conversations);
  const memberships = people.map((each, n) =>
    each.map((reader) => {
      const read = Math.floor((messages.places[n]?.count ?? 0) * (1 - random() ** 4));
      return row`${getConversationId(n)} ${getReaderId(reader)} active ${read} ${read} ${firstTime}`;
    }),
  );
  const member = "conversation_id, user_id, state, delivered_number, read_number, joined_at";
  await fill(`conversation_members (${member})`, memberships.flat());
}

/** Posts or messages in the order of their time, at least one in each place; most are in a few places. */
function createTexts(placeCount: number, total: number, getAuthor: (place: number) => number) {
  const places = Array.from({ length: placeCount }, () => ({ count: 0, by: 0, at: firstTime }));
  function* list(toId: (n: number) => string, offset: number, state: string): Generator<string> {
    for (let n = 0; n < total; n++) {
      const at = n < placeCount ? n : draw(placeCount);
      const place = places[at] as (typeof places)[number];
      const by = getAuthor(at);
      if (place.count++ === 0) place.by = by;
      place.at = getTime(days * (1 - n / total));
      const text = `${state}${randomUUID()}\t${pick(texts).join("\t")}`;
      yield `${toId(at)}\t${place.count + offset}\t${getReaderId(by)}\t${text}\t${place.at}\n`;
    }
  }
  return { places, list };
}
