import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { type CommunityId, maxOwned, minAccountDays } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import { expectOneRow } from "#server/db/expect-one-row.ts";
import { users } from "#server/db/schema/accounts/accounts.ts";
import { genres } from "#server/db/schema/books/genres.ts";
import { communities, communityMembers } from "#server/db/schema/community/communities.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { listNames } from "./community-queries.ts";

const { createCommunity, getCommunity, listCommunities, saveScheduledBook, updateCommunity } =
  communityContract;

async function insert(app: TestApp, row: Partial<typeof communities.$inferInsert>): Promise<CommunityId> {
  const name = `Circle ${randomUUID()}`;
  const base = { name, normalizedName: name.toLowerCase(), visibility: "public" as const };
  const values = { ...base, createdAt: new Date("2026-01-01"), ...row };
  return expectOneRow(await app.db.insert(communities).values(values).returning()).id;
}

const addMember = (
  app: TestApp,
  communityId: CommunityId,
  { id: userId }: User,
  row: Partial<typeof communityMembers.$inferInsert> = {},
) =>
  app.db
    .insert(communityMembers)
    .values({ communityId, userId, state: "active", since: new Date("2026-01-01"), ...row });

const create = (app: TestApp, owner: User, body: object = {}) =>
  app.as(owner)(createCommunity, {
    body: { name: `Circle ${randomUUID().slice(0, 8)}`, about: "", visibility: "public", ...body },
  });

test("communities are listed to those who may know of them, the largest first, page by page", async ({
  app,
}) => {
  const [reader, other] = [await app.make.user(), await app.make.user()];
  const genre = expectOneRow(await app.db.insert(genres).values({ name: randomUUID() }).returning());
  const isListed = false;
  const ids = {
    open: await insert(app, { isListed, genreId: genre.id, name: "Hadith", normalizedName: "hadith" }),
    listed: await insert(app, { visibility: "request" }),
    own: await insert(app, { visibility: "request", isListed }),
    asked: await insert(app, { visibility: "request", isListed: true }),
    unlisted: await insert(app, { visibility: "request", isListed }),
    banned: await insert(app, { visibility: "request" }),
    deleted: await insert(app, { deletedAt: new Date() }),
  };
  await addMember(app, ids.own, reader);
  await addMember(app, ids.asked, reader, { state: "pending" });
  await addMember(app, ids.banned, reader, { state: "banned" });
  await addMember(app, ids.listed, other);
  for (const [name, id] of Object.entries(ids)) {
    const memberCount = name === "open" ? 1 : 9;
    await app.db.update(communities).set({ memberCount }).where(eq(communities.id, id));
  }
  const names = new Map(Object.entries(ids).map(([name, id]) => [id, name]));
  const list = async (user: User | null, query: object = {}) => {
    const listed: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page: { communities: { id: CommunityId }[]; nextCursor: string | null } = await app.as(user)(
        listCommunities,
        { query: { limit: 2, ...query, ...(cursor && { cursor }) } },
      );
      expect(page.communities.length).toBeLessThanOrEqual(2);
      listed.push(...page.communities.map(({ id }) => names.get(id) ?? ""));
      cursor = page.nextCursor;
    }
    return listed;
  };
  const bySize = (...expected: (keyof typeof ids)[]) => [
    ...expected.filter((name) => name !== "open").sort((a, b) => (ids[a] < ids[b] ? -1 : 1)),
    ...expected.filter((name) => name === "open"),
  ];

  expect(await list(reader)).toEqual(bySize("listed", "own", "asked", "open"));
  expect(await list(null)).toEqual(bySize("listed", "asked", "banned", "open"));
  expect(await list(reader, { only: "mine" })).toEqual(bySize("own", "asked"));
  expect(await list(other, { only: "mine" })).toEqual(["listed"]);
  expect(await list(null, { only: "mine" })).toEqual([]);
  expect(await list(reader, { genre: genre.name })).toEqual(["open"]);
  expect(await list(reader, { genre: "No such genre" })).toEqual([]);
  expect(await list(reader, { search: "HADITH" })).toEqual(["open"]);
});

test("a community has its own owner and name, beside those of others", async ({ app }) => {
  const [owner, moderator, member] = [await app.make.user(), await app.make.user(), await app.make.user()];
  const { id, name } = await create(app, owner);
  const others = [await create(app, moderator), await create(app, member)];
  await addMember(app, id, moderator, { role: "moderator" });
  await addMember(app, id, member);
  const find = async (communityId: CommunityId) =>
    (await app.as(null)(getCommunity, { params: { communityId } })).owner?.id;

  expect(await Promise.all([id, ...others.map((other) => other.id)].map(find))).toEqual([
    owner.id,
    moderator.id,
    member.id,
  ]);
  expect([...(await listNames(app.db, [id]))]).toEqual([[id, name]]);
  await app.db.delete(communityMembers).where(eq(communityMembers.userId, owner.id));
  expect((await app.as(null)(getCommunity, { params: { communityId: id } })).owner).toBeNull();
});

test("a community is refused with the reason and the field", async ({ app }) => {
  const [owner, early, staff] = [
    await app.make.user(),
    await app.make.user(),
    await app.make.user({ isEmployee: true }),
  ];
  const week = minAccountDays * 24 * 3_600_000;
  const now = app.services.clock();
  const setAge = (user: User, ms: number) =>
    app.db
      .update(users)
      .set({ createdAt: new Date(now.getTime() - ms) })
      .where(eq(users.id, user.id));
  await setAge(early, week - 1);
  await setAge(staff, 0);

  await expect(create(app, early)).rejects.toMatchObject({
    problem: { reason: { code: "account_too_new", days: minAccountDays } },
  });
  await setAge(early, week);
  const { id: communityId, name } = await create(app, early);
  await create(app, staff);
  const taken = { fields: { name: { code: "name_taken" } } };
  await expect(create(app, owner, { name })).rejects.toMatchObject({ status: 409, problem: taken });
  await expect(create(app, owner, { name: "..." })).rejects.toMatchObject({
    problem: { fields: { name: { code: "check_fields" } } },
  });
  await expect(create(app, owner, { genre: "No such genre" })).rejects.toMatchObject({
    problem: { fields: { genre: { code: "check_fields" } } },
  });
  const { id, name: other } = await create(app, owner);
  const rename = (name: string) =>
    app.as(owner)(updateCommunity, { params: { communityId: id }, body: { name } });
  await expect(rename(name)).rejects.toMatchObject({ status: 409, problem: taken });
  await rename(other.toUpperCase());
  for (let n = 1; n < maxOwned; n++) await create(app, owner);
  await expect(create(app, owner)).rejects.toMatchObject({
    problem: { reason: { code: "too_many_communities", max: maxOwned } },
  });

  const { id: bookId } = await app.make.book();
  const schedule = (endsOn: string | null) =>
    app.as(early)(saveScheduledBook, {
      params: { communityId, bookId },
      body: { startsOn: "2026-03-02", endsOn, isCurrent: true },
    });
  await expect(schedule("2026-03-01")).rejects.toMatchObject({
    problem: { fields: { endsOn: { code: "ends_before_start" } } },
  });
  for (const endsOn of ["2026-03-02", null]) {
    expect((await schedule(endsOn)).schedule).toMatchObject([{ book: { id: bookId }, endsOn }]);
  }
});

test("the deletion of a community keeps its time until it is restored", async ({ app }) => {
  const owner = await app.make.user();
  const { id: communityId } = await create(app, owner);
  const deletedAt = app.services.clock();
  const update = (body: object) => app.as(owner)(updateCommunity, { params: { communityId }, body });
  const getDeletedAt = async () =>
    (await app.db.select().from(communities).where(eq(communities.id, communityId)))[0]?.deletedAt;

  await update({ isDeleted: true });
  app.setClock(new Date(deletedAt.getTime() + 60_000));
  await update({ isDeleted: true });
  await update({ about: "Changed." });
  expect(await getDeletedAt()).toEqual(deletedAt);
  await update({ isDeleted: false });
  expect(await getDeletedAt()).toBeNull();
});
