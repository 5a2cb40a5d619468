import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { Client } from "pg";
import { describe, expect, vi } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const maxStatements = 12;

/** A community, a discussion and a conversation of a reader, with a number of rows in each list. */
async function setUp(app: TestApp, reader: User, count: number) {
  const { id: other } = await app.make.user();
  const [communityId, discussionId, conversationId] = [randomUUID(), randomUUID(), randomUUID()];
  const ids = sql`(select ${communityId}::uuid as id union all select gen_random_uuid() from generate_series(2, ${count}::int)) ids`;
  const chats = sql`(select ${conversationId}::uuid as id union all select gen_random_uuid() from generate_series(2, ${count}::int)) ids`;
  const topics = sql`(select ${discussionId}::uuid as id union all select gen_random_uuid() from generate_series(2, ${count}::int)) ids`;
  const text = sql`'Text.', '[{"type":"paragraph","children":[{"type":"text","text":"Text."}]}]'::jsonb, 'text'`;
  for (const statement of [
    sql`insert into communities (id, name, normalized_name, visibility, created_at) select id, id, id, 'public', now() from ${ids}`,
    sql`insert into community_members (community_id, user_id, role, state, since)
      select c.id, ${other}::uuid, 'owner', 'active', now() from communities c where not exists (
        select from community_members m where m.community_id = c.id)`,
    sql`insert into community_members (community_id, user_id, role, state, since)
      select community_id, ${reader.id}::uuid, 'member', 'active', now() from community_members where user_id = ${other}::uuid`,
    sql`insert into discussions (id, community_id, author_id, title, normalized_title, state, last_number, created_at, active_at)
      select id, ${communityId}::uuid, ${other}::uuid, 'D', 'd', 'shown', 0, now(), now() from ${topics}`,
    sql`insert into posts (discussion_id, number, author_id, state, source, content, normalized_text, created_at)
      select id, 0, ${other}::uuid, 'shown', ${text}, now() from discussions where community_id = ${communityId}::uuid`,
    sql`insert into posts (discussion_id, number, author_id, state, source, content, normalized_text, created_at)
      select ${discussionId}::uuid, n, ${other}::uuid, 'shown', ${text}, now() from generate_series(1, ${count}::int) n`,
    sql`insert into conversations (id, pair, last_number, active_at, created_at) select id, id, ${count}::int, now(), now() from ${chats}`,
    sql`insert into conversation_members (conversation_id, user_id, state, joined_at)
      select c.id, u.id, 'active', now() from conversations c cross join (values (${reader.id}::uuid), (${other}::uuid)) u(id)
      where not exists (select from conversation_members m where m.conversation_id = c.id)`,
    sql`insert into messages (conversation_id, number, sender_id, client_id, source, content, normalized_text, created_at)
      select m.conversation_id, n, ${other}::uuid, gen_random_uuid(), ${text}, now()
      from conversation_members m cross join generate_series(1, ${count}::int) n where m.user_id = ${reader.id}::uuid`,
  ]) {
    await app.db.execute(statement);
  }
  return [
    "/api/communities?limit=50",
    "/api/community-feed?limit=50",
    `/api/communities/${communityId}/discussions?limit=50`,
    `/api/communities/${communityId}/members?limit=100`,
    `/api/communities/${communityId}/challenges`,
    `/api/discussions/${discussionId}/posts?limit=50`,
    "/api/conversations?limit=50",
    `/api/conversations/${conversationId}/messages?limit=100`,
  ];
}

async function countStatements(app: TestApp, reader: User, path: string) {
  await (await app.fetch(path, { as: reader })).text();
  const query = vi.spyOn(Client.prototype, "query");
  const reply = await app.fetch(path, { as: reader });
  await reply.text();
  const statements = query.mock.calls.length;
  query.mockRestore();
  expect([path, reply.status]).toEqual([path, 200]);
  return statements;
}

describe("statements of a page", () => {
  test("are few, and equal for 10 and 100 rows", async ({ app }) => {
    const [few, many] = [await app.make.user(), await app.make.user()];
    const small = await setUp(app, few, 10);
    const large = await setUp(app, many, 100);
    for (const [n, path] of large.entries()) {
      const countFor10 = await countStatements(app, few, small[n] ?? "");
      const countFor100 = await countStatements(app, many, path);
      expect([path, countFor100]).toEqual([path, countFor10]);
      expect(countFor100).toBeGreaterThan(0);
      expect(countFor100).toBeLessThanOrEqual(maxStatements);
    }
  });
});
