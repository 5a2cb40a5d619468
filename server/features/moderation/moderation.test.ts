import { randomUUID } from "node:crypto";
import { desc, eq } from "drizzle-orm";
import { expect } from "vitest";
import { type User, UserId } from "#shared/accounts/user.ts";
import { communityContract } from "#shared/community/contract.ts";
import { PostId } from "#shared/community/discussion.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import type { MessageId } from "#shared/messages/message.ts";
import {
  moderationContract,
  newAccountDays,
  type ReportGroup,
  snapshotDays,
} from "#shared/moderation/contract.ts";
import { decisionsContract } from "#shared/moderation/decisions-contract.ts";
import { staffUsersContract } from "#shared/staff/users.ts";
import { auditLog, users } from "#server/db/schema/accounts/accounts.ts";
import { reviews } from "#server/db/schema/books/reviews.ts";
import { posts } from "#server/db/schema/community/communities.ts";
import { messages } from "#server/db/schema/community/messages.ts";
import { appeals, heldWords, moderationDecisions, reports } from "#server/db/schema/community/moderation.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { listRowsAbout } from "#server/testing/rows-about.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";
import { purgeReportSnapshots } from "./jobs.ts";

/** A message to a reader who reported it. */
async function createReported(app: TestApp) {
  const [sender, recipient] = [await app.make.user(), await app.make.user()];
  const { conversationId } = await app.as(sender)(messagesContract.startConversation, {
    body: { userIds: [recipient.id], text: "Rude", clientId: randomUUID() },
  });
  const { messages } = await app.as(recipient)(messagesContract.listPrivateMessages, {
    params: { conversationId },
    query: {},
  });
  const subjectId = messages[0]?.id ?? "";
  await app.as(recipient)(moderationContract.report, {
    body: { subjectType: "message", subjectId, reason: "harassment", note: "Every day." },
  });
  return { sender, subjectId };
}

const decide = (app: TestApp, by: User, subjectId: string, decision: "dismiss" | "remove") =>
  app.as(by)(moderationContract.decideReports, {
    params: { subjectType: "message", subjectId },
    body: { decision },
  });

test("of a dismissal and a removal at the same moment one counts, and a removal can be appealed", async ({
  app,
}) => {
  const neighbour = await createReported(app);
  const [first, second] = [
    await app.make.user({ isEmployee: true }),
    await app.make.user({ isEmployee: true }),
  ];
  const reported = await Promise.all([1, 2, 3, 4, 5, 6].map(() => createReported(app)));
  const outcomes = await Promise.all(
    reported.map(({ subjectId }, n) => {
      const decisions = n % 2 === 0 ? (["dismiss", "remove"] as const) : (["remove", "dismiss"] as const);
      return Promise.all(
        decisions.map((decision, index) =>
          decide(app, index === 0 ? first : second, subjectId, decision).then(
            () => decision,
            ({ status }) => status as number,
          ),
        ),
      );
    }),
  );
  expect(outcomes.map((each) => each.filter((outcome) => outcome === 409).length)).toEqual(Array(6).fill(1));

  const removed = reported.filter((_, n) => outcomes[n]?.includes("remove"));
  const stored = await app.db.select().from(messages);
  const deleted = stored.filter(({ deletedAt }) => deletedAt !== null).map(({ id }) => id);
  expect(new Set(deleted)).toEqual(new Set(removed.map(({ subjectId }) => subjectId)));
  const decisions = await app.db.select().from(moderationDecisions);
  expect(new Set(decisions.map(({ userId, subjectId, kind }) => [userId, subjectId, kind]))).toEqual(
    new Set(removed.map(({ sender, subjectId }) => [sender.id, subjectId, "removal"])),
  );
  const open = (await app.db.select().from(reports)).filter(({ state }) => state === "open");
  expect(open.map(({ subjectId }) => subjectId)).toEqual([neighbour.subjectId]);
});

test("reported messages and notes are erased after half a year", async ({ app }) => {
  const { subjectId } = await createReported(app);
  const reportedAt = app.services.clock();
  const [before] = await app.db.select().from(reports).where(eq(reports.subjectId, subjectId));
  expect(before?.snapshot.messages?.map(({ text }) => text)).toEqual(["Rude"]);
  const purge = (days: number) => {
    const clock = () => new Date(reportedAt.getTime() + days * 24 * 3_600_000);
    return purgeReportSnapshots.run({ ...app.services, clock }, {});
  };

  await purge(snapshotDays - 1);
  expect((await app.db.select().from(reports).where(eq(reports.subjectId, subjectId)))[0]).toEqual(before);

  const [withoutNote, withoutText] = [await createReported(app), await createReported(app)];
  const change = (id: string, values: Partial<typeof reports.$inferInsert>) =>
    app.db.update(reports).set(values).where(eq(reports.subjectId, id));
  await change(withoutNote.subjectId, { note: "" });
  await change(withoutText.subjectId, { snapshot: { text: "" } });
  await purge(snapshotDays + 1);
  const [after] = await app.db.select().from(reports).where(eq(reports.subjectId, subjectId));
  expect(after).toEqual({ ...before, snapshot: { text: "" }, note: "" });
  for (const each of [withoutNote, withoutText]) {
    const [erased] = await app.db.select().from(reports).where(eq(reports.subjectId, each.subjectId));
    expect(erased).toMatchObject({ snapshot: { text: "" }, note: "" });
    expect(erased?.snapshot.messages).toBeUndefined();
  }
});

test("a decision on one message leaves every other message and report as it was", async ({ app }) => {
  const [one, other] = [await createReported(app), await createReported(app)];
  const employee = await app.make.user({ isEmployee: true });
  const [moderated, before] = [await app.db.select().from(reports), await app.db.select().from(messages)];
  await decide(app, employee, one.subjectId, "remove");
  const isOther = ({ id }: { id: MessageId | string }) => id !== one.subjectId;
  expect((await app.db.select().from(messages)).filter(isOther)).toEqual(before.filter(isOther));
  const isOtherReport = ({ subjectId }: { subjectId: string }) => subjectId !== one.subjectId;
  const after = await app.db.select().from(reports);
  expect(after.filter(isOtherReport)).toEqual(moderated.filter(isOtherReport));
  expect(after.find(({ subjectId }) => subjectId === other.subjectId)?.state).toBe("open");
  await expect(decide(app, employee, one.subjectId, "dismiss")).rejects.toMatchObject({ status: 409 });
});

test("a decision on one review, its appeal and its author's posts leave every other author's", async ({
  app,
}) => {
  const [employee, other] = [
    await app.make.user({ isEmployee: true }),
    await app.make.user({ isEmployee: true }),
  ];
  const book = await app.make.book();
  const createReview = async () => {
    const [author, reporter] = [await app.make.user(), await app.make.user()];
    await app.as(author)(libraryContract.saveRating, {
      params: { bookId: book.id },
      body: { stars: 1, text: "Rude" },
    });
    const [review] = await app.db.select().from(reviews).where(eq(reviews.userId, author.id));
    const subjectId = review?.id ?? expect.fail();
    await app.as(reporter)(moderationContract.report, {
      body: { subjectType: "review", subjectId, reason: "hate" },
    });
    return { author, reporter, subjectId };
  };
  const decideReview = (subjectId: string, decision: "remove" | "warn" | "dismiss") =>
    app.as(employee)(moderationContract.decideReports, {
      params: { subjectType: "review", subjectId },
      body: { decision, reason: "Rule one" },
    });
  const [own, warned, dismissed, open, removed] = [
    await createReview(),
    await createReview(),
    await createReview(),
    await createReview(),
    await createReview(),
  ];
  await decideReview(removed.subjectId, "remove");
  const ids = [open, removed].flatMap(({ author, subjectId }) => [author.id, subjectId]);
  const before = await listRowsAbout(app.db, ids);

  await decideReview(own.subjectId, "remove");
  await decideReview(warned.subjectId, "warn");
  await decideReview(dismissed.subjectId, "dismiss");
  const [decision] = await app.as(own.author)(decisionsContract.listMyDecisions, {});
  const params = { decisionId: decision?.id ?? expect.fail() };
  await app.as(own.author)(decisionsContract.appeal, { params, body: { text: "It breaks no rule." } });
  await app.as(other)(decisionsContract.decideAppeal, {
    params,
    body: { isAccepted: true, answer: "You are right." },
  });
  await app.as(employee)(moderationContract.removeAllPosts, {
    params: { userId: own.author.id },
    body: { action: "restore" },
  });

  expect(await listRowsAbout(app.db, ids)).toEqual(before);
  const hidden = (await app.db.select().from(reviews)).filter(({ isHidden }) => isHidden);
  expect(hidden.map(({ id }) => id)).toEqual([removed.subjectId]);
  const decisions = await app.db.select().from(moderationDecisions);
  const ofAuthor = (userId: string) =>
    decisions.filter((each) => each.userId === userId).map(({ kind }) => kind);
  expect([own, warned, dismissed].map(({ author }) => ofAuthor(author.id))).toEqual([
    ["removal"],
    ["warning"],
    [],
  ]);
  const notices = await app.db.select().from(notifications);
  const listNotices = ({ id }: User) =>
    notices
      .filter(({ userId }) => userId === id)
      .map(({ type, params }) => `${type} ${params["result"] ?? params["reason"]}`);
  expect([removed, warned, dismissed].map(({ author }) => listNotices(author))).toEqual([
    ["content_removed Rule one"],
    ["warning Rule one"],
    [],
  ]);
  expect([removed, warned, dismissed].map(({ reporter }) => listNotices(reporter))).toEqual([
    ["report_decided acted"],
    ["report_decided acted"],
    ["report_decided dismissed"],
  ]);
  const decided = (await app.db.select().from(reports)).filter(
    ({ subjectId }) => subjectId === warned.subjectId,
  );
  expect(decided).toMatchObject([{ state: "acted", decision: "warn: Rule one", decidedBy: employee.id }]);
});

test("a removed post is decided once, and what is gone cannot be reported", async ({ app }) => {
  const [owner, author, reporter] = [await app.make.user(), await app.make.user(), await app.make.user()];
  const employee = await app.make.user({ isEmployee: true });
  const { id: communityId } = await app.as(owner)(communityContract.createCommunity, {
    body: { name: `Circle ${randomUUID().slice(0, 8)}`, about: "About.", visibility: "public" },
  });
  const params = { communityId };
  await app.as(author)(communityContract.joinCommunity, { params, body: {} });
  const { id: discussionId } = await app.as(author)(discussionsContract.createDiscussion, {
    params,
    body: { title: "Rude", text: "Rude", clientId: randomUUID() },
  });
  const { posts } = await app.as(reporter)(discussionsContract.listPosts, {
    params: { discussionId },
    query: {},
  });
  const subjectId = posts[0]?.id ?? expect.fail();
  const report = (by: User, subject = subjectId) =>
    app.as(by)(moderationContract.report, {
      body: { subjectType: "post", subjectId: subject, reason: "spam" },
    });
  const listTypes = async ({ id }: User) =>
    (await app.db.select().from(notifications).where(eq(notifications.userId, id))).map(({ type }) => type);
  const list = async () => (await app.as(employee)(moderationContract.listReports, { query: {} })).groups;

  await report(reporter);
  expect((await list()).find((group) => group.subjectId === subjectId)).toMatchObject({
    text: "Rude",
    messageCount: 0,
    reportedUser: { id: author.id, username: author.username, isSuspended: false },
  });
  await app.as(employee)(moderationContract.decideReports, {
    params: { subjectType: "post", subjectId },
    body: { decision: "remove", reason: "Rule one" },
  });

  const decisions = await app.db.select().from(moderationDecisions);
  expect(decisions.filter(({ userId }) => userId === author.id)).toMatchObject([
    { kind: "removal", text: "Rude" },
  ]);
  expect(await listTypes(author)).toEqual(["post_removed"]);
  expect(await listTypes(reporter)).toEqual(["report_decided"]);
  expect((await list()).some((group) => group.subjectId === subjectId)).toBe(false);
  const reply = await app.as(owner)(discussionsContract.createPost, {
    params: { discussionId },
    body: { text: "Polite", clientId: randomUUID() },
  });
  await app.as(owner)(discussionsContract.deletePost, { params: { postId: reply.id } });
  await expect(report(author, reply.id)).rejects.toMatchObject({ status: 404 });
});

async function createReportedPost(app: TestApp) {
  const [owner, author] = [
    await app.make.user(),
    await app.make.user({ firstName: "Amina", lastName: "Hakim" }),
  ];
  const { id: communityId } = await app.as(owner)(communityContract.createCommunity, {
    body: { name: `Circle ${randomUUID().slice(0, 8)}`, about: "About.", visibility: "public" },
  });
  const params = { communityId };
  await app.as(author)(communityContract.joinCommunity, { params, body: {} });
  const { id: discussionId } = await app.as(author)(discussionsContract.createDiscussion, {
    params,
    body: { title: "Rude", text: "Rude", clientId: randomUUID() },
  });
  const { posts } = await app.as(owner)(discussionsContract.listPosts, {
    params: { discussionId },
    query: {},
  });
  const subjectId = posts[0]?.id ?? expect.fail();
  return { owner, author, communityId, discussionId, subjectId };
}

const reportPost = (app: TestApp, by: User, subjectId: string) =>
  app.as(by)(moderationContract.report, { body: { subjectType: "post", subjectId, reason: "spam" } });

test("reports are paged for staff, and moderators see those of their community with short names", async ({
  app,
}) => {
  const employee = await app.make.user({ isEmployee: true });
  const [first, second] = [await createReportedPost(app), await createReportedPost(app)];
  for (const { subjectId } of [first, second]) await reportPost(app, await app.make.user(), subjectId);
  const listOwn = async (by: User, { communityId }: typeof first) =>
    (await app.as(by)(moderationContract.listCommunityReports, { params: { communityId } })).groups;

  const listed: ReportGroup[] = [];
  let openCount = 0;
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page: { groups: ReportGroup[]; openCount: number; nextCursor: string | null } = await app.as(
      employee,
    )(moderationContract.listReports, { query: { limit: 1, ...(cursor && { cursor }) } });
    expect(page.groups).toHaveLength(1);
    listed.push(...page.groups);
    ({ openCount, nextCursor: cursor } = page);
  }
  const subjects = listed.map(({ subjectId }) => subjectId);
  expect(new Set(subjects).size).toBe(openCount);
  expect(subjects).toHaveLength(openCount);
  expect(listed.find(({ subjectId }) => subjectId === first.subjectId)?.reportedUser?.name).toBe(
    "Amina Hakim",
  );
  expect(await listOwn(first.owner, first)).toMatchObject([
    { subjectId: first.subjectId, reportedUser: { id: first.author.id, name: "Amina H." } },
  ]);
  await expect(listOwn(first.owner, second)).rejects.toMatchObject({ status: 403 });
});

test("a report is decided by staff and moderators of its community, who are told nothing of their own", async ({
  app,
}) => {
  const { owner, author, subjectId, discussionId } = await createReportedPost(app);
  const neighbour = await createReportedPost(app);
  const employee = await app.make.user({ isEmployee: true });
  await reportPost(app, employee, subjectId);
  const decidePost = (by: User, id = subjectId) =>
    app.as(by)(moderationContract.decideReports, {
      params: { subjectType: "post", subjectId: id },
      body: { decision: "remove", reason: "Rule one" },
    });
  const find = async () =>
    (await app.as(owner)(discussionsContract.listPosts, { params: { discussionId }, query: {} })).posts[0];

  await expect(decidePost(neighbour.owner)).rejects.toMatchObject({ status: 403 });
  for (const by of [owner, employee]) {
    await expect(decidePost(by, neighbour.subjectId)).rejects.toMatchObject({ status: 404 });
  }
  await decidePost(employee);
  expect(await find()).toMatchObject({ state: "removed" });
  expect(await app.db.$count(notifications, eq(notifications.userId, employee.id))).toBe(0);
  const [audit] = await app.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, "report.remove"))
    .orderBy(desc(auditLog.at))
    .limit(1);
  expect(audit).toMatchObject({
    target: author.id,
    details: { subjectType: "post", subjectId, reasonText: "Rule one" },
  });

  const [decision] = await app.as(author)(decisionsContract.listMyDecisions, {});
  const params = { decisionId: decision?.id ?? expect.fail() };
  await app.as(author)(decisionsContract.appeal, { params, body: { text: "It breaks no rule." } });
  const other = await app.make.user({ isEmployee: true });
  await app.as(other)(decisionsContract.decideAppeal, {
    params,
    body: { isAccepted: true, answer: "Right." },
  });
  expect(await find()).toMatchObject({ state: "shown" });
});

test("words that hold posts are replaced as a whole", async ({ app }) => {
  const as = app.as(await app.make.user({ isEmployee: true }));
  const save = (...words: string[]) => as(moderationContract.saveHeldWords, { body: { words } });

  await save("lantern", "lamp");
  const [kept] = await app.db.select().from(heldWords).where(eq(heldWords.word, "lamp"));
  app.setClock(new Date(app.services.clock().getTime() + 60_000));
  await save("LAMP", "torch", "lamp", "…");
  expect(await as(moderationContract.listHeldWords, {})).toEqual(["lamp", "torch"]);
  expect(await app.db.select().from(heldWords).where(eq(heldWords.word, "lamp"))).toEqual([kept]);
  const [audit] = await app.db
    .select()
    .from(auditLog)
    .where(eq(auditLog.action, "held-words.saved"))
    .orderBy(desc(auditLog.at))
    .limit(1);
  expect(audit?.details).toEqual({ count: 2 });
  await save();
  expect(await as(moderationContract.listHeldWords, {})).toEqual([]);
});

test("the posts of staff are not removed at once", async ({ app }) => {
  const employee = await app.make.user({ isEmployee: true });
  for (const role of [{ isEmployee: true }, { isAdmin: true }]) {
    const { id: userId } = await app.make.user(role);
    await expect(
      app.as(employee)(moderationContract.removeAllPosts, {
        params: { userId },
        body: { action: "restore" },
      }),
    ).rejects.toMatchObject({ status: 403 });
  }
});

test("a person and messages are reported with what was seen, once by each reader", async ({ app }) => {
  const [reader, other] = [await app.make.user(), await app.make.user()];
  const rude = await app.make.user({ firstName: "Rude", lastName: "Person", bio: "A rude bio." });
  const employee = await app.make.user({ isEmployee: true });
  const { conversationId } = await app.as(rude)(messagesContract.startConversation, {
    body: { userIds: [reader.id], text: "Rude", clientId: randomUUID() },
  });
  app.setClock(new Date(app.services.clock().getTime() + 1_000));
  await app.as(rude)(messagesContract.sendPrivateMessage, {
    params: { conversationId },
    body: { text: "Ruder", clientId: randomUUID() },
  });
  const { messages: seen } = await app.as(reader)(messagesContract.listPrivateMessages, {
    params: { conversationId },
    query: {},
  });
  const [first, second] = seen.toSorted((a, b) => a.number - b.number).map(({ id }) => id ?? expect.fail());
  if (!first || !second) throw new Error("two messages");
  const report = (by: User, subjectType: "person" | "message" | "review", subjectId: string, more = {}) =>
    app.as(by)(moderationContract.report, { body: { subjectType, subjectId, reason: "hate", ...more } });
  const find = async (subjectId: string) =>
    (await app.as(employee)(moderationContract.listReports, { query: { limit: 100 } })).groups.find(
      (group) => group.subjectId === subjectId,
    );

  await report(reader, "person", rude.id);
  await report(reader, "person", rude.id);
  await report(other, "person", rude.id);
  await report(reader, "message", second, { messageIds: [second, first] });
  await report(reader, "message", first);
  await expect(report(rude, "person", rude.id)).rejects.toMatchObject({ status: 404 });
  await expect(report(rude, "message", first)).rejects.toMatchObject({ status: 403 });
  await expect(report(reader, "person", randomUUID())).rejects.toMatchObject({ status: 404 });
  await expect(report(reader, "review", randomUUID())).rejects.toMatchObject({ status: 404 });
  await expect(report(other, "message", first)).rejects.toMatchObject({ status: 404 });

  expect(await find(rude.id)).toMatchObject({
    text: "Rude P.\nA rude bio.",
    reasons: [{ reason: "hate", count: 2 }],
    messageCount: 0,
    reportedUser: { id: rude.id, name: "Rude Person", isSuspended: false },
  });
  expect(await find(second)).toMatchObject({ text: "", messageCount: 2, reportedUser: { id: rude.id } });
  const read = (subjectType: "message" | "person", subjectId: string) =>
    app.as(employee)(moderationContract.readReportedMessages, {
      params: { subjectType, subjectId },
      body: { reason: "Reported by a reader" },
    });
  expect((await read("message", second)).map(({ text }) => text)).toEqual(["Rude", "Ruder"]);
  expect((await read("message", first)).map(({ text }) => text)).toEqual(["Rude"]);
  await expect(read("person", rude.id)).rejects.toMatchObject({ status: 404 });
  const audits = await app.db.select().from(auditLog).where(eq(auditLog.action, "report.messages-read"));
  expect(audits.map(({ target, details }) => ({ target, details }))).toContainEqual({
    target: rude.id,
    details: { subjectId: second, reasonText: "Reported by a reader" },
  });
  await expect(
    app.as(employee)(moderationContract.decideReports, {
      params: { subjectType: "person", subjectId: rude.id },
      body: { decision: "remove" },
    }),
  ).rejects.toMatchObject({ problem: { fields: { decision: { code: "check_fields" } } } });
  expect(await find(rude.id)).toMatchObject({ reasons: [{ reason: "hate", count: 2 }] });
});

test("a second decision leaves the reports that were decided before", async ({ app }) => {
  const { subjectId } = await createReportedPost(app);
  const [first, second] = [
    await app.make.user({ isEmployee: true }),
    await app.make.user({ isEmployee: true }),
  ];
  const read = () =>
    app.db.select().from(reports).where(eq(reports.subjectId, subjectId)).orderBy(reports.createdAt);
  const dismiss = (by: User) =>
    app.as(by)(moderationContract.decideReports, {
      params: { subjectType: "post", subjectId },
      body: { decision: "dismiss" },
    });
  await reportPost(app, await app.make.user(), subjectId);
  await dismiss(first);
  const [decided] = await read();
  app.setClock(new Date(app.services.clock().getTime() + 60_000));
  await reportPost(app, await app.make.user(), subjectId);
  await dismiss(second);

  expect(decided).toMatchObject({ state: "dismissed", decision: "dismiss", decidedBy: first.id });
  expect(await read()).toEqual([decided, expect.objectContaining({ decidedBy: second.id })]);
});

test("an accepted appeal ends a suspension, and succeeds for a post that its author deleted", async ({
  app,
}) => {
  const { owner, author, subjectId, discussionId } = await createReportedPost(app);
  const neighbour = await createReportedPost(app);
  const [employee, other] = [
    await app.make.user({ isEmployee: true }),
    await app.make.user({ isEmployee: true }),
  ];
  const until = new Date(app.services.clock().getTime() + 7 * 24 * 3_600_000);
  for (const { id: userId } of [author, neighbour.author]) {
    await app.as(employee)(staffUsersContract.suspendUser, {
      params: { userId },
      body: { until, reason: "Repeated abuse." },
    });
  }
  const getSuspension = async ({ id }: User) =>
    (await app.db.select().from(users).where(eq(users.id, id)))[0]?.suspendedUntil;
  const appealAndAccept = async (kind: "suspension" | "removal") => {
    const [decision] = (await app.db.select().from(moderationDecisions)).filter(
      (each) => each.userId === author.id && each.kind === kind,
    );
    const decisionId = decision?.id ?? expect.fail();
    await app.db.insert(appeals).values({ decisionId, text: "Please.", createdAt: app.services.clock() });
    await app.as(other)(decisionsContract.decideAppeal, {
      params: { decisionId },
      body: { isAccepted: true, answer: "Right." },
    });
  };

  await appealAndAccept("suspension");
  expect([await getSuspension(author), await getSuspension(neighbour.author)]).toEqual([null, until]);

  const find = async () =>
    (await app.as(owner)(discussionsContract.listPosts, { params: { discussionId }, query: {} })).posts[0];
  await app.as(owner)(discussionsContract.moderatePost, {
    params: { postId: PostId.parse(subjectId) },
    body: { state: "removed", reason: "Rule one" },
  });
  await app.db
    .update(posts)
    .set({ state: "deleted" })
    .where(eq(posts.id, PostId.parse(subjectId)));
  await appealAndAccept("removal");
  expect(await find()).toMatchObject({ state: "deleted" });
});

test("the posts of a new account are removed at once and restored as they were", async ({ app }) => {
  const { owner, author, discussionId, subjectId } = await createReportedPost(app);
  const employee = await app.make.user({ isEmployee: true });
  const reply = async (by: User) => {
    app.setClock(new Date(app.services.clock().getTime() + 1_000));
    const { id } = await app.as(by)(discussionsContract.createPost, {
      params: { discussionId },
      body: { text: "Text.", clientId: randomUUID() },
    });
    return id;
  };
  const [held, removed, kept] = [await reply(author), await reply(author), await reply(owner)];
  await app.db.update(posts).set({ state: "held" }).where(eq(posts.id, held));
  await app.as(owner)(discussionsContract.moderatePost, {
    params: { postId: removed },
    body: { state: "removed", reason: "Rule one" },
  });
  const change = (userId: User["id"], action: "remove" | "restore") =>
    app.as(employee)(moderationContract.removeAllPosts, { params: { userId }, body: { action } });
  const states = async () => {
    const rows = await app.db.select().from(posts);
    return [PostId.parse(subjectId), held, removed, kept].map(
      (id) => rows.find((row) => row.id === id)?.state,
    );
  };
  const setAge = (ms: number) =>
    app.db
      .update(users)
      .set({ createdAt: new Date(app.services.clock().getTime() - ms) })
      .where(eq(users.id, author.id));

  await expect(change(UserId.parse(randomUUID()), "remove")).rejects.toMatchObject({ status: 404 });
  await setAge(newAccountDays * 24 * 3_600_000 + 1);
  await expect(change(author.id, "remove")).rejects.toMatchObject({
    problem: { reason: { code: "account_not_new", days: newAccountDays } },
  });
  await setAge(newAccountDays * 24 * 3_600_000);
  expect(await change(author.id, "remove")).toEqual({ count: 2 });
  expect(await states()).toEqual(["removed", "removed", "removed", "shown"]);
  expect(await change(author.id, "restore")).toEqual({ count: 2 });
  expect(await states()).toEqual(["shown", "held", "removed", "shown"]);
  const audits = await app.db.select().from(auditLog).where(eq(auditLog.target, author.id));
  expect(audits.map(({ action, details }) => [action, details])).toEqual(
    expect.arrayContaining([
      ["user.posts-removed", { count: 2 }],
      ["user.posts-restored", { count: 2 }],
    ]),
  );
});

test("an accepted appeal of a warning leaves the review hidden, which cannot be reported again", async ({
  app,
}) => {
  const [author, staff, other] = [
    await app.make.user(),
    await app.make.user({ isEmployee: true }),
    await app.make.user({ isEmployee: true }),
  ];
  const book = await app.make.book();
  await app.as(author)(libraryContract.saveRating, {
    params: { bookId: book.id },
    body: { stars: 1, text: "Rude" },
  });
  const find = async () => (await app.db.select().from(reviews).where(eq(reviews.userId, author.id)))[0];
  const subjectId = (await find())?.id ?? expect.fail();
  const report = async () =>
    app.as(await app.make.user())(moderationContract.report, {
      body: { subjectType: "review", subjectId, reason: "hate" },
    });
  const decideReview = (decision: "warn" | "remove") =>
    app.as(staff)(moderationContract.decideReports, {
      params: { subjectType: "review", subjectId },
      body: { decision },
    });
  await report();
  await decideReview("warn");
  expect(await find()).toMatchObject({ isHidden: false });
  await report();
  await decideReview("remove");

  const decisions = await app.as(author)(decisionsContract.listMyDecisions, {});
  const warning = decisions.find(({ kind }) => kind === "warning");
  expect(warning).toMatchObject({ subjectType: "review", text: "Rude" });
  const params = { decisionId: warning?.id ?? expect.fail() };
  await app.as(author)(decisionsContract.appeal, { params, body: { text: "It breaks no rule." } });
  await app.as(other)(decisionsContract.decideAppeal, {
    params,
    body: { isAccepted: true, answer: "Right." },
  });

  expect(await find()).toMatchObject({ isHidden: true });
  await expect(report()).rejects.toMatchObject({ status: 404 });
  const decided = await app.db.select().from(reports).where(eq(reports.subjectId, subjectId));
  expect(decided.map(({ decision }) => decision).sort()).toEqual(["remove", "warn"]);
});
