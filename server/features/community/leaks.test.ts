import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { expect } from "vitest";
import * as z from "zod/mini";
import type { User } from "#shared/accounts/user.ts";
import { booksContract } from "#shared/books/contract.ts";
import { communityContract } from "#shared/community/contract.ts";
import { discussionsContract } from "#shared/community/discussions-contract.ts";
import { libraryContract } from "#shared/library/contract.ts";
import { messagesContract } from "#shared/messages/contract.ts";
import { moderationContract } from "#shared/moderation/contract.ts";
import { notificationsContract } from "#shared/notifications/contract.ts";
import { notificationSettingTypes } from "#shared/notifications/registry.ts";
import { peopleContract } from "#shared/people/contract.ts";
import { emails, users } from "#server/db/schema/accounts/accounts.ts";
import { posts } from "#server/db/schema/community/communities.ts";
import { notifications } from "#server/db/schema/system/notifications.ts";
import { exportedTables } from "#server/features/accounts/data-export/exported-tables-queries.ts";
import { describedFeatures } from "#server/features/system/contracts.ts";
import { createSessionCookie } from "#server/testing/session-cookie.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

/** Words that only some users may read. Each is a single search term. */
const canaries = {
  private: "zqprivate",
  closed: "zqclosed",
  opened: "zqopened",
  gated: "zqgated",
  removed: "zqremoved",
  held: "zqheld",
  ofBlocker: "zqblocker",
  hiddenReview: "zqreview",
  draft: "zqdraft",
  spoiler: "zqspoiler",
} as const;

type Canary = keyof typeof canaries;

async function createCommunity(app: TestApp, owner: User, visibility: "public" | "request") {
  const body = { name: `Leaks ${randomUUID()}`, about: "", visibility };
  return (await app.as(owner)(communityContract.createCommunity, { body })).id;
}

const advanceClock = (app: TestApp) => app.setClock(new Date(app.services.clock().getTime() + 60_000));

async function setUp(app: TestApp) {
  const [amina, owner, member] = [await app.make.user(), await app.make.user(), await app.make.user()];
  const [stranger, blocked] = [await app.make.user(), await app.make.user()];
  const employee = await app.make.user({ isEmployee: true });
  const viewers = { stranger, blocked, member, employee };
  const open = await createCommunity(app, owner, "public");
  const closed = await createCommunity(app, amina, "request");
  const opened = await createCommunity(app, amina, "request");
  const join = (user: User) =>
    app.as(user)(communityContract.joinCommunity, { params: { communityId: open }, body: {} });
  for (const user of [amina, member, blocked]) await join(user);
  await app.as(amina)(peopleContract.updateRelation, {
    params: { userId: blocked.id },
    body: { isBlocked: true },
  });
  for (const viewer of Object.values(viewers)) {
    for (const type of notificationSettingTypes) {
      await app.as(viewer)(notificationsContract.updateSetting, { body: { type, email: true } });
    }
  }

  const start = async (by: User, communityId: typeof open, word: string, anchor?: object) => {
    advanceClock(app);
    const body = { title: `${word} title`, text: `${word} body`, clientId: randomUUID(), ...anchor };
    return (await app.as(by)(discussionsContract.createDiscussion, { params: { communityId }, body })).id;
  };
  const allMentions = [member, stranger, blocked].map(({ username }) => `@${username}`).join(" ");
  const reply = (by: User, discussionId: Awaited<ReturnType<typeof start>>, word: string) => {
    advanceClock(app);
    const body = { text: `${word} ${allMentions}`, clientId: randomUUID() };
    return app.as(by)(discussionsContract.createPost, { params: { discussionId }, body });
  };
  const book = await app.make.book();
  const draft = await app.make.book({ state: "draft", ownerId: owner.id, title: canaries.draft });
  const discussionId = await start(owner, open, "Open");
  for (const user of [member, blocked]) {
    await app.as(user)(discussionsContract.followDiscussion, {
      params: { discussionId },
      body: { isFollowing: true },
    });
  }
  const gated = await start(owner, open, canaries.gated, {
    anchor: { bookId: book.id, locator: { fraction: 0.9 } },
  });
  await reply(owner, gated, canaries.gated);
  await start(owner, open, canaries.draft, { anchor: { bookId: draft.id, locator: { fraction: 0 } } });
  const closedDiscussionId = await start(amina, closed, canaries.closed);
  const openedDiscussionId = await start(amina, opened, canaries.opened);
  await app.as(amina)(communityContract.updateCommunity, {
    params: { communityId: opened },
    body: { visibility: "public" },
  });
  const openedPost = await reply(amina, openedDiscussionId, canaries.opened);
  await reply(amina, discussionId, canaries.ofBlocker);
  const spoiler = await reply(owner, discussionId, `||${canaries.spoiler}||`);
  const removed = await reply(member, discussionId, canaries.removed);
  await app.as(owner)(discussionsContract.moderatePost, {
    params: { postId: removed.id },
    body: { state: "removed", reason: "Rule 1" },
  });
  const heldPost = await reply(owner, discussionId, canaries.held);
  await app.db.update(posts).set({ state: "held" }).where(eq(posts.id, heldPost.id));
  await app.db.delete(notifications).where(eq(notifications.subject, `post:${heldPost.id}`));

  await app.as(owner)(libraryContract.saveRating, {
    params: { bookId: book.id },
    body: { stars: 1, text: canaries.hiddenReview },
  });
  const { reviews } = await app.as(null)(booksContract.listReviews, {
    params: { bookId: book.id },
    query: {},
  });
  const review = { subjectType: "review" as const, subjectId: reviews[0]?.id ?? "" };
  await app.as(member)(moderationContract.report, { body: { ...review, reason: "hate" } });
  await app.as(employee)(moderationContract.decideReports, {
    params: review,
    body: { decision: "remove" },
  });
  const { conversationId } = await app.as(amina)(messagesContract.startConversation, {
    body: { userIds: [owner.id], text: canaries.private, clientId: randomUUID() },
  });
  const { messages } = await app.as(owner)(messagesContract.listPrivateMessages, {
    params: { conversationId },
    query: {},
  });
  await app.runJobs();
  const ids = {
    communityId: open,
    discussionId,
    postId: removed.id,
    conversationId,
    bookId: book.id,
    messageId: messages[0]?.id ?? "",
    userId: amina.id,
    username: amina.username,
    kind: "friends",
    reviewId: review.subjectId,
    subjectType: "review",
    subjectId: open,
  };
  const others: Record<string, string>[] = [
    { communityId: closed, discussionId: gated, bookId: draft.id, postId: spoiler.id },
    { discussionId: closedDiscussionId, postId: heldPost.id, userId: owner.id, username: owner.username },
  ];
  others.push({
    communityId: opened,
    discussionId: openedDiscussionId,
    postId: openedPost.id,
    subjectId: opened,
  });
  return { viewers, owner, amina, ids, others };
}

/** The replies of all reading operations whose parameters are known; searches look for each canary. */
async function readEverything(
  app: TestApp,
  viewer: User | null,
  parameterSets: readonly Record<string, string>[],
  searched: readonly Canary[],
) {
  const headers = viewer ? { Cookie: await createSessionCookie(app.services, viewer) } : {};
  const urls = new Set<string>();
  for (const { contracts } of describedFeatures) {
    for (const { method, path, query } of Object.values(contracts)) {
      if (method !== "GET") continue;
      const isSearch = query instanceof z.ZodMiniObject && "search" in query.shape;
      for (const ids of parameterSets) {
        const filledPath = path.replaceAll(/:(\w+)/g, (whole, name: string) => ids[name] ?? whole);
        if (filledPath.includes("/:")) continue;
        urls.add(filledPath);
        if (!isSearch) continue;
        for (const canary of searched) urls.add(`${filledPath}?search=${canaries[canary]}`);
      }
    }
  }
  return Promise.all(
    [...urls].map(async (url) => {
      const reply = await app.fetch(url, { headers });
      return { url, text: await reply.text(), status: reply.status };
    }),
  );
}

async function listStoredFor(app: TestApp, { id, email }: User): Promise<string> {
  const receivedEmails = await app.db.select().from(emails).where(eq(emails.to, email));
  const rows = [];
  for (const readPages of Object.values(exportedTables))
    for await (const page of readPages(app.db, id)) rows.push(page);
  const events = app.published.filter(({ userId }) => userId === id);
  return JSON.stringify([
    receivedEmails.map(({ subject, text, html }) => [subject, text, html]),
    rows,
    events,
  ]);
}

test("no response, search, email, export or event contains what its recipient may not read", async ({
  app,
}) => {
  await app.db.update(users).set({ emailVerifiedAt: new Date() });
  const { viewers, owner, amina, ids, others } = await setUp(app);
  const forbidden: Readonly<Record<keyof typeof viewers | "guest", readonly Canary[]>> = {
    guest: ["private", "closed", "opened", "gated", "removed", "held", "hiddenReview", "draft"],
    stranger: ["private", "closed", "opened", "gated", "removed", "held", "hiddenReview", "draft"],
    blocked: [
      "private",
      "closed",
      "opened",
      "gated",
      "removed",
      "held",
      "hiddenReview",
      "draft",
      "ofBlocker",
    ],
    // The author of the removed post.
    member: ["private", "closed", "opened", "gated", "held", "hiddenReview", "draft"],
    employee: ["private", "closed", "opened"],
  };
  const parameterSets = [ids, ...others.map((other) => ({ ...ids, ...other }))];
  for (const [name, hidden] of Object.entries(forbidden)) {
    const viewer = name === "guest" ? null : viewers[name as keyof typeof viewers];
    const replies = await readEverything(app, viewer, parameterSets, hidden);
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(30);
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const storedFor = viewer ? await listStoredFor(app, viewer) : "";
    expect(storedFor).not.toContain(canaries.spoiler);
    const leaks = hidden.flatMap((canary) => [
      ...replies
        // The reply repeats the search term of the request.
        .filter(({ url, text }) => text.replaceAll(url, "").includes(canaries[canary]))
        .map(({ url }) => `${name}: ${canary} in ${url}`),
      ...(storedFor.includes(canaries[canary])
        ? [`${name}: ${canary} in an email, an export or an event`]
        : []),
    ]);
    expect(leaks).toEqual([]);
  }
  const readVisibleTexts = async (user: User) =>
    JSON.stringify([await readEverything(app, user, parameterSets, []), await listStoredFor(app, user)]);
  const [byOwner, byAmina] = [await readVisibleTexts(owner), await readVisibleTexts(amina)];
  for (const canary of ["gated", "held", "draft", "spoiler", "private"] as const)
    expect(byOwner).toContain(canaries[canary]);
  for (const canary of ["private", "closed", "opened", "ofBlocker"] as const)
    expect(byAmina).toContain(canaries[canary]);
}, 120_000);
