import { randomUUID } from "node:crypto";
import { eq, sql } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { communityContract } from "#shared/community/contract.ts";
import type { LiveEvent } from "#shared/events/contract.ts";
import { marksContract } from "#shared/marks/contract.ts";
import { marginContract } from "#shared/marks/margin-contract.ts";
import { type MarkChange, MarkChangeId, MarkId } from "#shared/marks/mark.ts";
import { maxSharedMarks } from "#shared/marks/shared-mark.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { decisionsContract } from "#shared/moderation/decisions-contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { SentenceId } from "#shared/positions/position.ts";
import { readerContract } from "#shared/reader/contract.ts";
import { communities } from "#server/db/schema/community/communities.ts";
import { sharedMarks } from "#server/db/schema/community/margin.ts";
import { heldWords } from "#server/db/schema/community/moderation.ts";
import { libraryEntries } from "#server/db/schema/reading/library.ts";
import { marks } from "#server/db/schema/reading/marks.ts";
import { bookReach } from "#server/db/schema/reading/reading-activity.ts";
import { exportedTables } from "#server/features/accounts/data-export/exported-tables-queries.ts";
import { createEpubBook } from "#server/testing/books/create-epub-book.ts";
import { explainQueries } from "#server/testing/explain.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { listMargin, listMarkShares, shareMark, unshareMark, moderateSharedMark } = marginContract;

/** Ten sentences; number `n` starts at `n / 10` of the text. */
const sentences = Array.from({ length: 10 }, (_, n) => `Sentence ${n} zq${n}.`);

async function createMark(
  app: TestApp,
  user: User,
  bookId: BookId,
  n: number,
  note = "",
): Promise<Pick<MarkChange, "markId" | "bookId">> {
  const { version } = await app.as(user)(readerContract.getEbook, { params: { bookId } });
  const sentence = SentenceId.parse(`s0-${n}`);
  const exact = sentences[n] ?? "";
  const length = exact.replaceAll(" ", "").length;
  const anchor = {
    start: { sentence, offset: 0 },
    end: { sentence, offset: length },
    quote: { exact, prefix: "zqbefore", suffix: "zqafter" },
    cfi: "epubcfi(/6/2!/4/2)",
    fraction: n / 10,
    version,
  };
  const markId = MarkId.parse(randomUUID());
  await change(app, user, { markId, bookId }, { anchor, style: "yellow", note, tags: ["zqtag"] });
  return { markId, bookId };
}

async function change(
  app: TestApp,
  user: User,
  mark: Pick<MarkChange, "markId" | "bookId">,
  fields: Partial<MarkChange>,
): Promise<void> {
  const [saved] = (
    await app.as(user)(marksContract.listMarksOfBook, { params: { bookId: mark.bookId }, query: {} })
  ).marks.filter(({ id }) => id === mark.markId);
  app.setClock(new Date(app.services.clock().getTime() + 1000));
  const at = app.services.clock().toISOString();
  const id = MarkChangeId.parse(randomUUID());
  const edit = { id, ...mark, at, replacesNote: saved?.noteChange ?? null, ...fields };
  const { refused } = await app.as(user)(marksContract.saveMarks, { body: { changes: [edit] } });
  expect(refused).toEqual([]);
}

const join = (app: TestApp, user: User, communityId: CommunityId) =>
  app.as(user)(communityContract.joinCommunity, { params: { communityId }, body: {} });

const putBook = (app: TestApp, owner: User, communityId: CommunityId, bookId: BookId) =>
  app.as(owner)(communityContract.saveScheduledBook, {
    params: { communityId, bookId },
    body: { startsOn: "2026-01-01" as never, isCurrent: true },
  });

/** A public community that reads a book, with members. */
async function setUp(app: TestApp) {
  const [owner, sharer, member, stranger] = [
    await app.make.user({ firstName: "Owner" }),
    await app.make.user({ firstName: "Sharer" }),
    await app.make.user(),
    await app.make.user(),
  ];
  const bookId = await createEpubBook(app, {}, { chapters: [`<p>${sentences.join(" ")}</p>`] });
  const body = { name: `Margin ${randomUUID()}`, about: "", visibility: "public" as const };
  const { id: communityId } = await app.as(owner)(communityContract.createCommunity, { body });
  await putBook(app, owner, communityId, bookId);
  for (const user of [sharer, member]) await join(app, user, communityId);
  return { owner, sharer, member, stranger, bookId, communityId };
}

const share = (app: TestApp, user: User, markId: MarkId, communityId: CommunityId) =>
  app.as(user)(shareMark, { params: { markId, communityId } });

const list = (app: TestApp, user: User, bookId: BookId) =>
  app.as(user)(listMargin, { params: { bookId }, query: {} });

const read = (app: TestApp, user: User, bookId: BookId, textReach: number) =>
  app.db
    .insert(bookReach)
    .values({ userId: user.id, bookId, textReach, updatedAt: app.services.clock() })
    .onConflictDoUpdate({ target: [bookReach.userId, bookReach.bookId], set: { textReach } });

const listRows = (app: TestApp, communityId: CommunityId) =>
  app.db.select().from(sharedMarks).where(eq(sharedMarks.communityId, communityId));

const countShown = async (app: TestApp, user: User, bookId: BookId) =>
  (await list(app, user, bookId)).marks.length;

describe("the margin of a community", () => {
  test("has what a reader has reached; of the rest only the number", async ({ app }) => {
    const { owner, sharer, member, bookId, communityId } = await setUp(app);
    const early = await createMark(app, owner, bookId, 2, "zqearly");
    const late = await createMark(app, sharer, bookId, 7, "zqlate");
    await share(app, owner, early.markId, communityId);
    await share(app, sharer, late.markId, communityId);

    const nothing = await list(app, member, bookId);
    expect(nothing).toMatchObject({ marks: [], communities: [{ id: communityId, count: 0, aheadCount: 2 }] });
    expect(JSON.stringify(nothing)).not.toMatch(/zq/);

    await read(app, member, bookId, 0.69);
    const some = await list(app, member, bookId);
    expect(some.marks).toMatchObject([
      { isModerator: true, isMine: false, state: "shown", anchor: { quote: { exact: sentences[2] } } },
    ]);
    expect(some.marks[0]?.content).toMatchObject([{ children: [{ text: "zqearly" }] }]);
    expect(some.communities).toMatchObject([{ count: 1, aheadCount: 1, canModerate: false }]);
    expect(JSON.stringify(some)).not.toMatch(/zqlate|zq7|zqtag|zqbefore|zqafter|epubcfi/);

    await read(app, member, bookId, 0.7);
    expect((await list(app, member, bookId)).marks).toMatchObject([
      { isModerator: true },
      { isModerator: false, person: { name: expect.stringMatching(/^Sharer/) } },
    ]);
    await app.db.delete(bookReach);
    await app.db.insert(libraryEntries).values({ userId: member.id, bookId, status: "finished" });
    expect(await countShown(app, member, bookId)).toBe(2);
  });

  test("has no marks for readers of a sample", async ({ app }) => {
    const { sharer, member, bookId, communityId } = await setUp(app);
    await share(app, sharer, (await createMark(app, sharer, bookId, 1)).markId, communityId);
    await read(app, member, bookId, 1);
    await app.db.execute(sql`update books set is_free = false where id = ${bookId}`);
    expect(await list(app, member, bookId)).toMatchObject({
      marks: [],
      communities: [{ count: 0, aheadCount: 1 }],
    });
  });

  test("is for members only, and ends for who leaves, is banned or when the book leaves", async ({ app }) => {
    const { owner, sharer, member, stranger, bookId, communityId } = await setUp(app);
    const { markId } = await createMark(app, sharer, bookId, 1);
    await share(app, sharer, markId, communityId);
    for (const user of [member, stranger, owner]) await read(app, user, bookId, 1);
    expect(await countShown(app, member, bookId)).toBe(1);
    expect(await list(app, stranger, bookId)).toEqual({ marks: [], communities: [], nextCursor: null });

    const inCommunity = { params: { communityId } };
    await app.as(member)(communityContract.leaveCommunity, inCommunity);
    expect(await list(app, member, bookId)).toMatchObject({ marks: [], communities: [] });

    const ban = { params: { communityId, userId: sharer.id }, body: { state: "banned" as const } };
    await app.as(owner)(communityContract.updateMember, ban);
    expect(await countShown(app, owner, bookId)).toBe(0);
    await app.as(owner)(communityContract.updateMember, { ...ban, body: { state: "active" } });
    expect(await countShown(app, owner, bookId)).toBe(1);
    await app.as(owner)(communityContract.deleteScheduledBook, { params: { communityId, bookId } });
    expect(await countShown(app, owner, bookId)).toBe(0);
    await putBook(app, owner, communityId, bookId);

    await app.as(sharer)(communityContract.leaveCommunity, inCommunity);
    await join(app, sharer, communityId);
    expect(await countShown(app, owner, bookId)).toBe(0);
    expect(await app.as(sharer)(listMarkShares, { params: { markId } })).toMatchObject([{ state: null }]);
  });

  test("of a community by request stays with the members for whom it was written", async ({ app }) => {
    const { owner, sharer, member, stranger, bookId, communityId } = await setUp(app);
    await app.db.update(communities).set({ visibility: "request" }).where(eq(communities.id, communityId));
    await share(app, sharer, (await createMark(app, sharer, bookId, 1)).markId, communityId);
    for (const user of [member, stranger]) await read(app, user, bookId, 1);
    const late = await createMark(app, stranger, bookId, 2);
    await expect(share(app, stranger, late.markId, communityId)).rejects.toMatchObject({ status: 404 });

    app.setClock(new Date(app.services.clock().getTime() + 60_000));
    await app.as(owner)(communityContract.updateCommunity, {
      params: { communityId },
      body: { visibility: "public" },
    });
    app.setClock(new Date(app.services.clock().getTime() + 60_000));
    await join(app, stranger, communityId);
    expect([await countShown(app, member, bookId), await countShown(app, stranger, bookId)]).toEqual([1, 0]);
    await share(app, sharer, (await createMark(app, sharer, bookId, 3)).markId, communityId);
    expect(await countShown(app, stranger, bookId)).toBe(1);
  });

  test("hides people with a block between and muted ones", async ({ app }) => {
    const { owner, sharer, member, bookId, communityId } = await setUp(app);
    await share(app, sharer, (await createMark(app, sharer, bookId, 1)).markId, communityId);
    for (const user of [member, owner]) await read(app, user, bookId, 1);
    const relate = (by: User, to: User, body: { isBlocked?: boolean; isMuted?: boolean }) =>
      app.as(by)(peopleContract.updateRelation, { params: { userId: to.id }, body });

    await relate(sharer, member, { isBlocked: true });
    expect(await list(app, member, bookId)).toMatchObject({ marks: [], communities: [{ aheadCount: 0 }] });
    await relate(sharer, member, { isBlocked: false });
    await relate(member, sharer, { isBlocked: true });
    expect(await countShown(app, member, bookId)).toBe(0);
    await relate(member, sharer, { isBlocked: false });
    await relate(member, sharer, { isMuted: true });
    expect([await countShown(app, member, bookId), await countShown(app, owner, bookId)]).toEqual([0, 1]);
  });

  test("is read in pages by an index, however many marks other books have", async ({ app }) => {
    const { sharer, member, bookId, communityId } = await setUp(app);
    const { markId } = await createMark(app, sharer, bookId, 1);
    await share(app, sharer, markId, communityId);
    await read(app, member, bookId, 1);
    await app.db.execute(sql`
      insert into ${marks} select p.* from ${marks} m, generate_series(2, 700) n,
        lateral jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'version', n)) p
      where m.id = ${markId}`);
    await app.db.execute(sql`
      insert into ${sharedMarks} select p.* from ${sharedMarks} s, ${marks} m,
        lateral jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'mark_id', m.id)) p
      where s.mark_id = ${markId} and m.id <> ${markId} and m.user_id = ${sharer.id}`);
    const first = await list(app, member, bookId);
    const second = await app.as(member)(listMargin, {
      params: { bookId },
      query: { cursor: first.nextCursor ?? "" },
    });
    expect([first.marks.length, second.marks.length, second.nextCursor]).toEqual([500, 200, null]);
    expect(new Set([...first.marks, ...second.marks].map(({ id }) => id)).size).toBe(700);

    const other = await setUp(app);
    await share(
      app,
      other.sharer,
      (await createMark(app, other.sharer, other.bookId, 0)).markId,
      other.communityId,
    );
    await app.db.execute(sql`analyze ${sharedMarks}`);
    const scanned = await explainQueries(app, () => list(app, other.member, other.bookId));
    const read700 = scanned.filter(({ table, rows }) => /shared_marks|^marks/.test(table) && rows > 100);
    expect(read700).toEqual([]);
  });
});

describe("a mark", () => {
  test("is shared by its owner alone, in a community of theirs that reads its book", async ({ app }) => {
    const { owner, sharer, member, stranger, bookId, communityId } = await setUp(app);
    const { markId } = await createMark(app, sharer, bookId, 1);
    for (const user of [owner, member, stranger]) {
      await expect(share(app, user, markId, communityId)).rejects.toMatchObject({ status: 404 });
      await expect(app.as(user)(listMarkShares, { params: { markId } })).rejects.toMatchObject({
        status: 404,
      });
      await expect(app.as(user)(unshareMark, { params: { markId, communityId } })).rejects.toMatchObject({
        status: 404,
      });
    }
    const own = await createMark(app, stranger, bookId, 1);
    await expect(share(app, stranger, own.markId, communityId)).rejects.toMatchObject({
      status: 403,
      problem: { reason: { code: "members_only" } },
    });
    const other = await createEpubBook(app, {}, { chapters: [`<p>${sentences.join(" ")}</p>`] });
    const elsewhere = await createMark(app, sharer, other, 1);
    await expect(share(app, sharer, elsewhere.markId, communityId)).rejects.toMatchObject({ status: 404 });
    expect(await app.as(sharer)(listMarkShares, { params: { markId } })).toMatchObject([
      { communityId, state: null },
    ]);
    expect(await share(app, sharer, markId, communityId)).toEqual({ state: "shown" });
    expect(await share(app, sharer, markId, communityId)).toEqual({ state: "shown" });
    expect(await listRows(app, communityId)).toHaveLength(1);
  });

  test("is shared with later changes until it is taken back or deleted", async ({ app }) => {
    const { sharer, member, bookId, communityId } = await setUp(app);
    const mark = await createMark(app, sharer, bookId, 1, "First");
    await read(app, member, bookId, 1);
    const events: LiveEvent[] = [];
    const stop = app.services.live.subscribe(member.id, (event) => events.push(event));
    await share(app, sharer, mark.markId, communityId);
    await expect.poll(() => events).toMatchObject([{ topics: ["margin"] }]);
    stop();

    await change(app, sharer, mark, { note: "Second" });
    expect(JSON.stringify((await list(app, member, bookId)).marks)).toMatch(/"Second"/);
    await change(app, sharer, mark, { isDeleted: true });
    expect(await countShown(app, member, bookId)).toBe(0);
    await change(app, sharer, mark, { isDeleted: false });
    expect(await countShown(app, member, bookId)).toBe(0);

    await share(app, sharer, mark.markId, communityId);
    expect(await countShown(app, member, bookId)).toBe(1);
    await app.as(sharer)(unshareMark, { params: { markId: mark.markId, communityId } });
    expect(await countShown(app, member, bookId)).toBe(0);
    expect(
      (await app.as(sharer)(marksContract.listMarksOfBook, { params: { bookId }, query: {} })).marks,
    ).toMatchObject([{ note: "Second", isDeleted: false }]);
  });

  test("waits for approval by the rules of posts, also after an edit", async ({ app }) => {
    const { owner, sharer, member, bookId, communityId } = await setUp(app);
    await app.db.insert(heldWords).values({ word: "zqheld", addedAt: app.services.clock() });
    for (const user of [owner, member]) await read(app, user, bookId, 1);
    const mark = await createMark(app, sharer, bookId, 1, "Zqheld!");
    expect(await share(app, sharer, mark.markId, communityId)).toEqual({ state: "held" });
    const counts = async () => [
      await countShown(app, sharer, bookId),
      await countShown(app, owner, bookId),
      await countShown(app, member, bookId),
    ];
    expect(await counts()).toEqual([1, 1, 0]);
    const [held] = (await list(app, owner, bookId)).marks;
    const params = { sharedMarkId: held?.id as never };
    await app.as(owner)(moderateSharedMark, { params, body: { state: "shown" } });
    expect(await counts()).toEqual([1, 1, 1]);

    await change(app, sharer, mark, { note: "zqheld again" });
    expect(await counts()).toEqual([1, 1, 0]);
    await change(app, sharer, mark, { note: "better" });
    expect(await counts()).toEqual([1, 1, 1]);
    const mutedUntil = new Date(app.services.clock().getTime() + 3_600_000);
    await app.as(owner)(communityContract.updateMember, {
      params: { communityId, userId: sharer.id },
      body: { mutedUntil },
    });
    await change(app, sharer, mark, { style: "blue" });
    expect(await counts()).toEqual([1, 1, 1]);
    await change(app, sharer, mark, { note: "written while muted" });
    expect(await counts()).toEqual([1, 1, 0]);
    const another = await createMark(app, sharer, bookId, 2);
    await expect(share(app, sharer, another.markId, communityId)).rejects.toMatchObject({ status: 403 });
  });

  test("is removed by a moderator, with a decision that can be appealed", async ({ app }) => {
    const { owner, sharer, member, stranger, bookId, communityId } = await setUp(app);
    const { markId } = await createMark(app, sharer, bookId, 1, "Rude");
    await share(app, sharer, markId, communityId);
    for (const user of [owner, member]) await read(app, user, bookId, 1);
    const id = (await list(app, member, bookId)).marks[0]?.id as never;
    const moderate = (user: User, state: "shown" | "removed") =>
      app.as(user)(moderateSharedMark, { params: { sharedMarkId: id }, body: { state, reason: "Rule 1" } });
    await expect(moderate(stranger, "removed")).rejects.toMatchObject({ status: 404 });
    await expect(moderate(member, "removed")).rejects.toMatchObject({ status: 403 });
    await expect(moderate(sharer, "removed")).rejects.toMatchObject({ status: 403 });

    await moderate(owner, "removed");
    for (const user of [owner, sharer, member]) expect(await countShown(app, user, bookId)).toBe(0);
    expect(await app.as(sharer)(listMarkShares, { params: { markId } })).toMatchObject([
      { state: "removed", removedReason: "Rule 1" },
    ]);
    await app.as(sharer)(unshareMark, { params: { markId, communityId } });
    await expect(share(app, sharer, markId, communityId)).rejects.toMatchObject({ status: 409 });
    const { notifications } = await app.as(sharer)(notificationsContract.listNotifications, { query: {} });
    expect(notifications).toMatchObject([{ type: "content_removed" }]);
    const [decision] = await app.as(sharer)(decisionsContract.listMyDecisions, {});
    expect(decision).toMatchObject({ kind: "removal", subjectType: "shared-mark", reason: "Rule 1" });
    await moderate(owner, "shown");
    expect(await countShown(app, member, bookId)).toBe(1);
  });

  test("is reported by who can see it, and removed from the reports", async ({ app }) => {
    const { owner, sharer, member, bookId, communityId } = await setUp(app);
    await share(app, sharer, (await createMark(app, sharer, bookId, 8, "Rude")).markId, communityId);
    const [row] = await listRows(app, communityId);
    const subject = { subjectType: "shared-mark" as const, subjectId: row?.id ?? "" };
    const report = (user: User) =>
      app.as(user)(moderationContract.report, { body: { ...subject, reason: "hate" } });
    await expect(report(member)).rejects.toMatchObject({ status: 404 });
    await expect(report(sharer)).rejects.toMatchObject({ status: 403 });
    await read(app, member, bookId, 1);
    await report(member);
    const params = { communityId };
    const { groups } = await app.as(owner)(moderationContract.listCommunityReports, { params });
    expect(groups).toMatchObject([{ ...subject, text: `“${sentences[8]}”\n\nRude` }]);
    const decision = { params: subject, body: { decision: "remove" as const, reason: "Rule 1" } };
    await app.as(owner)(moderationContract.decideReports, decision);
    expect(await countShown(app, member, bookId)).toBe(0);
    expect(await app.as(sharer)(decisionsContract.listMyDecisions, {})).toHaveLength(1);
    const { notifications } = await app.as(sharer)(notificationsContract.listNotifications, { query: {} });
    expect(notifications).toHaveLength(1);
  });

  test("that is no longer shared can still be decided on as removed", async ({ app }) => {
    const { owner, sharer, member, bookId, communityId } = await setUp(app);
    const { markId } = await createMark(app, sharer, bookId, 8, "Rude");
    await share(app, sharer, markId, communityId);
    const [row] = await listRows(app, communityId);
    const subject = { subjectType: "shared-mark" as const, subjectId: row?.id ?? "" };
    await read(app, member, bookId, 1);
    await app.as(member)(moderationContract.report, { body: { ...subject, reason: "hate" } });
    await app.as(sharer)(unshareMark, { params: { markId, communityId } });
    await app.as(owner)(moderationContract.decideReports, {
      params: subject,
      body: { decision: "remove", reason: "Rule 1" },
    });
    const params = { communityId };
    expect((await app.as(owner)(moderationContract.listCommunityReports, { params })).groups).toEqual([]);
    expect(await app.as(sharer)(decisionsContract.listMyDecisions, {})).toEqual([]);
    const { notifications } = await app.as(member)(notificationsContract.listNotifications, { query: {} });
    expect(notifications).toMatchObject([{ type: "report_decided", params: { result: "acted" } }]);
  });

  test("is one of a limited number", async ({ app }) => {
    const { sharer, bookId, communityId } = await setUp(app);
    const [first, second] = [
      await createMark(app, sharer, bookId, 1),
      await createMark(app, sharer, bookId, 2),
    ];
    await share(app, sharer, first.markId, communityId);
    await app.db.execute(sql`
      insert into ${marks} select p.* from ${marks} m, generate_series(2, ${maxSharedMarks}::int) n,
        lateral jsonb_populate_record(m, jsonb_build_object('id', gen_random_uuid(), 'version', 100 + n)) p
      where m.id = ${first.markId}`);
    await app.db.execute(sql`
      insert into ${sharedMarks} select p.* from ${sharedMarks} s, ${marks} m,
        lateral jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'mark_id', m.id)) p
      where s.mark_id = ${first.markId} and m.user_id = ${sharer.id} and m.version > 100`);
    await expect(share(app, sharer, second.markId, communityId)).rejects.toMatchObject({
      status: 409,
      problem: { reason: { code: "too_many_shared_marks", max: maxSharedMarks } },
    });
  });
});

test("a reader exports what they may see in the margin; own shares are in the data export", async ({
  app,
}) => {
  const { owner, sharer, member, bookId, communityId } = await setUp(app);
  const early = await createMark(app, owner, bookId, 2, "=early *note*");
  const late = await createMark(app, sharer, bookId, 7, "zqlate");
  await share(app, owner, early.markId, communityId);
  await share(app, sharer, late.markId, communityId);
  await read(app, member, bookId, 0.5);
  const download = async (format: string) => {
    const reply = await app.fetch(`/api/books/${bookId}/margin/export?format=${format}`, { as: member });
    expect(reply.status).toBe(200);
    return reply.text();
  };
  const markdown = await download("markdown");
  expect(markdown).toMatch(
    /> Sentence 2 zq2\.\n\n=early \*note\*\n\nOwner T\. \(moderator\), \d{4}-\d\d-\d\d · Margin of Margin/,
  );
  expect(await download("csv")).toMatch(/,Owner T\.,yes,Sentence 2 zq2\.,"'=early \*note\*",/);
  const { first } = JSON.parse(await download("json"));
  expect(first.items).toMatchObject([
    { creator: { name: "Owner T." }, target: { selector: { exact: sentences[2] } } },
  ]);
  for (const format of ["markdown", "csv", "json"]) expect(await download(format)).not.toMatch(/zqlate|zq7/);

  const pages = exportedTables["shared-marks"]?.(app.db, sharer.id);
  expect((await pages?.next())?.value).toMatchObject([{ markId: late.markId, bookId, state: "shown" }]);
});
