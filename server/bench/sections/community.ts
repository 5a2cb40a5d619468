import { randomUUID } from "node:crypto";
import pg from "pg";
import { CommunityId } from "#shared/community/community.ts";
import { DiscussionId } from "#shared/community/discussion.ts";
import { ConversationId } from "#shared/messages/message.ts";
import type { Bench, Reader } from "#server/bench/core/bench.ts";
import { measurePerSecond, median, repeat, size } from "#server/bench/core/load.ts";
import { listDiscussions } from "#server/features/community/discussions.ts";
import { createPost, listPosts } from "#server/features/community/posts.ts";
import { sendPrivateMessage } from "#server/features/messages/sending.ts";

const communityId = CommunityId.parse("c0000000-0000-4000-8000-000000000001");
const openCommunityId = CommunityId.parse("c0000000-0000-4000-8000-000000000002");
const discussionId = DiscussionId.parse("d0000000-0000-4000-8000-000000000001");
const conversationId = ConversationId.parse("e0000000-0000-4000-8000-000000000001");
const postCount = size(200_000, 2_000);
const messageCount = size(20_000, 1_000);
const discussionCount = size(1_000, 50);
const writes = size(2_000, 100);
const writers = 8;

/** Lists, deep pages, the spoiler gate and durable writes of communities and messages. */
export async function community(bench: Bench): Promise<void> {
  // Posts of employees are not limited.
  const people = await bench.signInMany(writers, { isEmployee: true });
  const { id: bookId } = await bench.make.ebook({ wordCount: 1_000, pageCount: 10 });
  bench.step("community rows");
  await createRows(bench, people, bookId);
  await measureReads(bench, people[0] as Reader);
  await measureWrites(bench, people);
}

async function measureReads(bench: Bench, { context }: Reader): Promise<void> {
  const measure = async (callback: () => unknown) => median(await repeat(size(30, 3), callback, 2));
  const readPage = (after: number) =>
    measure(() => listPosts(context, { params: { discussionId }, query: { after, limit: 20 } }));
  const readDiscussions = (id: CommunityId) =>
    measure(() => listDiscussions(context, { params: { communityId: id }, query: {} }));
  const [first, deep] = [await readPage(-1), await readPage(postCount - 21)];
  const [open, withAnchors] = [await readDiscussions(openCommunityId), await readDiscussions(communityId)];
  bench.figures(
    ["page 1 of a discussion with 200,000 posts", first, "ms"],
    ["its page 10,000, ratio to page 1", deep / first, "", "≤ 1.5"],
    ["1,000 discussions, 20 shown", open, "ms"],
    ["the same with 1,000 more behind anchors, ratio", withAnchors / open, "", "≤ 1.3"],
  );
}

/** How many people write concurrently, in one discussion and in one conversation. */
async function measureWrites(bench: Bench, people: readonly Reader[]): Promise<void> {
  await bench.sql("create table raw_inserts (id uuid primary key, number int, text text)");
  const measure = (write: (context: Reader["context"]) => unknown) =>
    measurePerSecond(writes, writers, (n) => write((people[n] as Reader).context));
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: writers });
  const getBody = () => ({ text: "A line of text.", clientId: randomUUID() });
  const insert = "insert into raw_inserts values ($1, 1, 'A line of text.')";
  const raw = await measure(() => pool.query(insert, [randomUUID()]));
  await pool.end();
  const post = { params: { discussionId } };
  const replies = await measure((context) => createPost(context, { ...post, body: getBody() }));
  const message = { params: { conversationId } };
  const messages = await measure((context) => sendPrivateMessage(context, { ...message, body: getBody() }));
  bench.figures(
    ["raw durable inserts", raw, "/s"],
    ["replies in one discussion", replies, "/s", "≥ 300"],
    ["replies, ratio to raw inserts", replies / raw, "", "≥ 0.2"],
    ["messages in one conversation", messages, "/s", "≥ 300"],
    ["messages, ratio to raw inserts", messages / raw, "", "≥ 0.2"],
  );
}

/** Two communities, one of which also has discussions behind anchors and one with many posts; and a conversation. */
async function createRows(bench: Bench, people: readonly Reader[], bookId: string): Promise<void> {
  const [owner, author] = people.map(({ user }) => `'${user.id}'`);
  const members = `unnest(array[${people.map(({ user }) => `'${user.id}'`)}]::uuid[]) as user_id`;
  const content = `'[{"type":"paragraph","children":[{"type":"text","text":"A line of text."}]}]'`;
  const text = `'A line of text.', ${content}::jsonb, 'a line of text'`;
  const discussion = "community_id, author_id, title, normalized_title, state, created_at, active_at";
  const post = "discussion_id, number, author_id, state, source, content, normalized_text, created_at";
  const both = `unnest(array['${communityId}', '${openCommunityId}']::uuid[]) c`;
  await bench.sql(
    `insert into communities (id, name, normalized_name, visibility, created_at) select c, c, c, 'public', now() from ${both};
     insert into community_members (community_id, user_id, role, state, since)
       select c, user_id, case user_id when ${owner} then 'owner' else 'member' end, 'active', now() from ${both}, ${members};
     insert into discussions (${discussion})
       select c, ${author}, 'Discussion ' || n, 'discussion ' || n, 'shown', now(), now() - n * interval '1 minute'
       from ${both}, generate_series(1, ${discussionCount}) n;
     insert into discussions (${discussion}, anchor_book_id, anchor, anchor_text)
       select '${communityId}', ${author}, 'Ahead ' || n, 'ahead ' || n, 'shown', now(), now() - n * interval '1 minute',
         '${bookId}', '{"fraction": 0.5}', 0.5 from generate_series(1, ${discussionCount}) n;
     insert into discussions (id, ${discussion}, last_number, reply_count)
       values ('${discussionId}', '${communityId}', ${owner}, 'Long', 'long', 'shown', now(), now(), ${postCount - 1}, ${postCount - 1});
     insert into posts (${post})
       select '${discussionId}', n, ${author}, 'shown', ${text}, now() from generate_series(0, ${postCount - 1}) n;
     insert into posts (${post})
       select id, 0, author_id, 'shown', ${text}, now() from discussions
       where id <> '${discussionId}' and community_id in ('${communityId}', '${openCommunityId}');
     insert into conversations (id, title, last_number, active_at, created_at)
       values ('${conversationId}', 'Group', ${messageCount}, now(), now());
     insert into conversation_members (conversation_id, user_id, state, joined_at)
       select '${conversationId}', user_id, 'active', now() from ${members};
     insert into messages (conversation_id, number, sender_id, client_id, source, content, normalized_text, created_at)
       select '${conversationId}', n, ${author}, gen_random_uuid(), ${text}, now() from generate_series(1, ${messageCount}) n;
     analyze`,
  );
}
