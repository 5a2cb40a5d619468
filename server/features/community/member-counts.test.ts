import { eq, sql } from "drizzle-orm";
import { expect } from "vitest";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { communities } from "#server/db/schema/community/communities.ts";
import { test } from "#server/testing/test.ts";
import { lockCommunity, recountMembers, saveMember } from "./member-queries.ts";

function createSignal() {
  let send = () => {};
  const sent = new Promise<void>((resolve) => {
    send = resolve;
  });
  return { send, sent };
}

test("a recount waits for a member who is joining, and leaves other communities", async ({ app }) => {
  const { db } = app;
  const at = app.services.clock();
  const create = async (name: string, memberCount: number) =>
    expectOneRow(
      await db
        .insert(communities)
        .values({ name, normalizedName: name, visibility: "public", memberCount, createdAt: at })
        .returning(),
    ).id;
  const [wrong, right] = [await create("counted wrongly", 5), await create("counted", 0)];
  const member = await app.make.user();
  const [hasJoined, mayCommit] = [createSignal(), createSignal()];
  const joining = db.transaction(async (tx) => {
    await lockCommunity(tx, wrong);
    await saveMember(tx, {
      communityId: wrong,
      userId: member.id,
      role: "member",
      state: "active",
      since: at,
    });
    hasJoined.send();
    await mayCommit.sent;
  });
  const countWaiting = async () => {
    const { rows } = await db.execute<{ n: number }>(
      sql`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rows[0]?.n ?? 0;
  };
  await hasJoined.sent;
  let isFinished = false;

  const recount = recountMembers(db).finally(() => {
    isFinished = true;
  });
  await expect.poll(async () => isFinished || (await countWaiting()) > 0).toBe(true);
  mayCommit.send();
  await Promise.all([joining, recount]);

  const rows = await db.select({ id: communities.id, count: communities.memberCount }).from(communities);
  expect(rows.find(({ id }) => id === wrong)?.count).toBe(1);
  expect(rows.find(({ id }) => id === right)?.count).toBe(0);
  await db.update(communities).set({ memberCount: 7 }).where(eq(communities.id, right));
  await recountMembers(db);
  expect(await db.$count(communities, sql`member_count > 1`)).toBe(0);
});
