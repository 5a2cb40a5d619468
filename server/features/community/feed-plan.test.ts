import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import { expect } from "vitest";
import { CommunityId } from "#shared/community/community.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { explainQueries } from "#server/testing/explain.ts";
import { test } from "#server/testing/test.ts";

const discussionCount = 100_000;

test("the feed and the list of 100,000 discussions read only a page of them", async ({ app }) => {
  const [reader, author] = [await app.make.user(), await app.make.user()];
  const createId = () => CommunityId.parse(randomUUID());
  const [large, small, foreign] = [createId(), createId(), createId()];
  const older = Array.from({ length: 40 }, createId);
  await app.db.transaction(async (tx) => {
    await tx.execute(sql`set local statement_timeout = 0`);
    for (const [id, count, member, days] of [
      [large, discussionCount, reader, 0],
      [small, 3, reader, 0],
      [foreign, 3, author, 0],
      ...older.map((id) => [id, 10, reader, 1] as const),
    ] as const) {
      await tx.execute(sql`insert into communities (id, name, normalized_name, visibility, created_at)
        values (${id}, ${id}, ${id}, 'public', now())`);
      await tx.execute(sql`insert into community_members (community_id, user_id, role, state, since)
        values (${id}, ${member.id}, 'member', 'active', now())`);
      await tx.execute(sql`insert into discussions
          (community_id, author_id, title, normalized_title, state, last_number, created_at, active_at)
        select ${id}, ${author.id}, ${id} || ' ' || n, 'd', 'shown', 0, now(), now() - ${days} * interval '1 day' - n * interval '1 minute'
        from generate_series(1, ${count}::int) n`);
    }
  });
  await app.db.execute(sql`analyze discussions, communities, community_members, users`);
  const as = app.as(reader);

  let titles: string[] = [];
  const ofFeed = await explainQueries(app, async () => {
    const { discussions } = await as(discussionsContract.listFeed, { query: { limit: 10 } });
    titles = discussions.map(({ title }) => title);
  });
  const ofList = await explainQueries(app, () =>
    as(discussionsContract.listDiscussions, { params: { communityId: large }, query: { limit: 10 } }),
  );

  const named = (id: string, count: number) => Array.from({ length: count }, (_, n) => `${id} ${n + 1}`);
  expect(new Set(titles)).toEqual(new Set([...named(small, 3), ...named(large, 7)]));
  for (const scanned of [ofFeed, ofList]) {
    const discussions = scanned.filter(({ table }) => table === "discussions");
    expect(discussions.length).toBeGreaterThan(0);
    expect(discussions.filter(({ scan }) => scan === "Seq Scan")).toEqual([]);
    // A page of each of 42 communities, and the page of all.
    expect(discussions.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThan(500);
  }
});
