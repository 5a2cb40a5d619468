import { randomUUID } from "node:crypto";
import pg from "pg";
import type { User } from "#shared/accounts/user.ts";
import { CommunityId } from "#shared/community/community.ts";
import { DiscussionId } from "#shared/community/discussion.ts";
import { ConversationId } from "#shared/messages/contract.ts";
import { listCommunities } from "#server/features/community/communities.ts";
import { listDiscussions } from "#server/features/community/discussions.ts";
import { createPost, listPosts } from "#server/features/community/posts.ts";
import { listConversations } from "#server/features/messages/conversations.ts";
import { sendPrivateMessage } from "#server/features/messages/sending.ts";
import { listPrivateMessages } from "#server/features/messages/service.ts";
import { createFactories } from "#server/testing/factories.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { captureStatements, measurePerSecond, type Statement, startRaw } from "./catalogue/raw-server.ts";
import { median, timed } from "./load.ts";
import type { Bench, Report, Section } from "./section.ts";

const communityId = CommunityId.parse("c0000000-0000-4000-8000-000000000001");
const openCommunityId = CommunityId.parse("c0000000-0000-4000-8000-000000000002");
const discussionId = DiscussionId.parse("d0000000-0000-4000-8000-000000000001");
const conversationId = ConversationId.parse("e0000000-0000-4000-8000-000000000001");
const postCount = 200_000;
const writes = 2_000;
const writers = 8;

/** Lists, deep pages, the spoiler gate and durable writes of communities and messages. */
export const community: Section = {
  name: "community",
  async run(report, bench) {
    const factories = createFactories(bench.services);
    const [reader, other] = [await factories.user({ isEmployee: true }), await factories.user()];
    const book = await factories.ebook({ wordCount: 1_000, pageCount: 10 });
    report.step("community rows");
    await createPosts(bench, reader, other, book.id);
    await measureReads(report, bench, reader);
    await measureRequests(report, bench, reader);
    await measureWrites(report, bench);
  },
};

async function repeat(callback: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < 32; n++) {
    const ms = await timed(callback);
    if (n > 1) times.push(ms);
  }
  return median(times);
}

async function measureReads(report: Report, { services }: Bench, reader: User): Promise<void> {
  report.step("pages");
  const readPage = (after: number) => () =>
    listPosts({ ...services, user: reader }, { params: { discussionId }, query: { after, limit: 20 } });
  const [first, deep] = [await repeat(readPage(-1)), await repeat(readPage(postCount - 21))];
  report.metric("page 1 of a discussion with 200,000 posts", first, "ms");
  report.metric("its page 10,000, ratio to page 1", deep / first, "", { max: 1.5 });
  const open = await repeat(() =>
    listDiscussions({ ...services, user: reader }, { params: { communityId: openCommunityId }, query: {} }),
  );
  const withAnchors = await repeat(() =>
    listDiscussions({ ...services, user: reader }, { params: { communityId }, query: {} }),
  );
  report.metric("1,000 discussions, 20 shown", open, "ms");
  report.metric("the same with 1,000 more behind anchors, ratio", withAnchors / open, "", { max: 1.3 });
  report.metric(
    "list of 2,000 conversations",
    await repeat(() => listConversations({ ...services, user: reader }, { query: {} })),
    "ms",
  );
  const readHistory = () =>
    listPrivateMessages(
      { ...services, user: reader },
      { params: { conversationId }, query: { before: 10_000 } },
    );
  report.metric("a page in the middle of 20,000 messages", await repeat(readHistory), "ms");
}

/**
 * Requests per second at ten connections, and their ratio to a bare server that runs the same statements;
 * the goals are twenty times those of NodeBB on two cores.
 */
async function measureRequests(report: Report, bench: Bench, reader: User): Promise<void> {
  report.step("requests a second");
  const { services } = bench;
  const server = await bench.startServer({ DEMO: "off" });
  const headers = { Cookie: await createSessionCookie(services, reader) };
  const lists: Readonly<Record<string, readonly [path: string, list: () => Promise<unknown>]>> = {
    communities: ["/api/communities", () => listCommunities({ ...services, user: reader }, { query: {} })],
    discussions: [
      `/api/communities/${openCommunityId}/discussions`,
      () =>
        listDiscussions(
          { ...services, user: reader },
          { params: { communityId: openCommunityId }, query: {} },
        ),
    ],
    "posts of a discussion": [
      `/api/discussions/${discussionId}/posts`,
      () => listPosts({ ...services, user: reader }, { params: { discussionId }, query: {} }),
    ],
    conversations: [
      "/api/conversations",
      () => listConversations({ ...services, user: reader }, { query: {} }),
    ],
    messages: [
      `/api/conversations/${conversationId}/messages`,
      () => listPrivateMessages({ ...services, user: reader }, { params: { conversationId }, query: {} }),
    ],
  };
  const statements: Record<string, readonly Statement[]> = {};
  for (const [path, list] of Object.values(lists)) statements[path] = await captureStatements(list);
  const raw = await startRaw(bench, statements);
  for (const [what, [path]] of Object.entries(lists)) {
    const [own, rawWrites] = [
      await measurePerSecond(server.baseUrl + path, headers),
      await measurePerSecond(raw.baseUrl + path, {}),
    ];
    report.metric(`${what}, requests`, own, "/s", { min: 340 });
    report.metric(`${what}, ratio to the bare server`, own / rawWrites, "", { min: 0.25 });
  }
  raw.child.kill("SIGTERM");
  await server.stop();
}

/** Employees, whose posts are not limited, in the community and the conversation. */
async function addWriters(bench: Bench): Promise<User[]> {
  const factories = createFactories(bench.services);
  const users = await Promise.all(
    Array.from({ length: writers }, () => factories.user({ isEmployee: true })),
  );
  const ids = `unnest(array[${users.map(({ id }) => `'${id}'`)}]::uuid[]) as user_id`;
  await query(
    bench,
    `insert into community_members (community_id, user_id, role, state, since) select '${communityId}', user_id, 'member', 'active', now() from ${ids}`,
  );
  await query(
    bench,
    `insert into conversation_members (conversation_id, user_id, state, joined_at) select '${conversationId}', user_id, 'active', now() from ${ids}`,
  );
  return users;
}

/** How many people write concurrently, in one discussion and in one conversation. */
async function measureWrites(report: Report, bench: Bench): Promise<void> {
  report.step("durable writes");
  const { services } = bench;
  const users = await addWriters(bench);
  const measureWritesPerSecond = async (callback: (user: User) => Promise<unknown>) => {
    let started = 0;
    const writeRepeatedly = async (user: User) => {
      while (started < writes) {
        started += 1;
        await callback(user);
      }
    };
    const ms = await timed(() => Promise.all(users.map(writeRepeatedly)));
    return (writes * 1_000) / ms;
  };
  await query(bench, "create table raw_inserts (id uuid primary key, number int, text text)");
  const pool = new pg.Pool({ connectionString: bench.databaseUrl, max: writers });
  const raw = await measureWritesPerSecond(() =>
    pool.query("insert into raw_inserts values ($1, $2, $3)", [randomUUID(), 1, "A line of text."]),
  );
  await pool.end();
  const replies = await measureWritesPerSecond((user) =>
    createPost(
      { ...services, user },
      { params: { discussionId }, body: { text: "A line of text.", clientId: randomUUID() } },
    ),
  );
  const messages = await measureWritesPerSecond((user) =>
    sendPrivateMessage(
      { ...services, user },
      { params: { conversationId }, body: { text: "A line of text.", clientId: randomUUID() } },
    ),
  );
  report.metric("raw durable inserts", raw, "/s");
  report.metric("replies in one discussion", replies, "/s", { min: 300 });
  report.metric("replies, ratio to raw inserts", replies / raw, "", { min: 0.2 });
  report.metric("messages in one conversation", messages, "/s", { min: 300 });
  report.metric("messages, ratio to raw inserts", messages / raw, "", { min: 0.2 });
}

const content = `'[{"type":"paragraph","children":[{"type":"text","text":"A line of text."}]}]'::jsonb`;

async function createPosts(bench: Bench, reader: User, other: User, bookId: string): Promise<void> {
  const text = `'A line of text.', ${content}, 'a line of text'`;
  for (const id of [communityId, openCommunityId]) {
    await query(
      bench,
      `insert into communities (id, name, normalized_name, visibility, created_at) values ('${id}', '${id}', '${id}', 'public', now())`,
    );
    await query(
      bench,
      `insert into community_members (community_id, user_id, role, state, since) values ('${id}', '${reader.id}', 'owner', 'active', now())`,
    );
    await query(
      bench,
      `insert into discussions (community_id, author_id, title, normalized_title, state, created_at, active_at)
       select '${id}', '${other.id}', 'Discussion ' || n, 'discussion ' || n, 'shown', now(), now() - n * interval '1 minute'
       from generate_series(1, 1000) n`,
    );
  }
  await query(
    bench,
    `insert into discussions (community_id, author_id, title, normalized_title, state, created_at, active_at, anchor_book_id, anchor, anchor_text)
     select '${communityId}', '${other.id}', 'Ahead ' || n, 'ahead ' || n, 'shown', now(), now() - n * interval '1 minute',
       '${bookId}', '{"fraction": 0.5}', 0.5 from generate_series(1, 1000) n`,
  );
  await query(
    bench,
    `insert into discussions (id, community_id, author_id, title, normalized_title, state, created_at, active_at, last_number, reply_count)
     values ('${discussionId}', '${communityId}', '${reader.id}', 'Long', 'long', 'shown', now(), now(), ${postCount - 1}, ${postCount - 1})`,
  );
  await query(
    bench,
    `insert into posts (discussion_id, number, author_id, state, source, content, normalized_text, created_at)
     select '${discussionId}', n, '${other.id}', 'shown', ${text}, now() from generate_series(0, ${postCount - 1}) n`,
  );
  await query(
    bench,
    `insert into posts (discussion_id, number, author_id, state, source, content, normalized_text, created_at)
     select id, 0, author_id, 'shown', ${text}, now() from discussions where id <> '${discussionId}'`,
  );
  await query(
    bench,
    `insert into conversations (id, title, last_number, active_at, created_at)
     select case when n = 1 then '${conversationId}'::uuid else gen_random_uuid() end, 'Group ' || n,
       case when n = 1 then 20000 else 1 end, now() - n * interval '1 minute', now() from generate_series(1, 2000) n`,
  );
  await query(
    bench,
    `insert into conversation_members (conversation_id, user_id, state, joined_at)
     select c.id, u, 'active', now() from conversations c, unnest(array['${reader.id}', '${other.id}']::uuid[]) u`,
  );
  await query(
    bench,
    `insert into messages (conversation_id, number, sender_id, client_id, source, content, normalized_text, created_at)
     select c.id, n, '${other.id}', gen_random_uuid(), ${text}, now() from conversations c, generate_series(1, c.last_number) n`,
  );
  await query(bench, "analyze");
}

async function query({ databaseUrl }: Bench, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query(text);
  await client.end();
}
