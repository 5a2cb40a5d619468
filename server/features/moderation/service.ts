import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { PostId } from "#shared/community/discussion.ts";
import { SharedMarkId } from "#shared/marks/shared-mark.ts";
import { MessageId } from "#shared/messages/message.ts";
import {
  type moderationContract,
  newAccountDays,
  type ReportGroup,
  type ReportSnapshot,
  type ReportSubject,
} from "#shared/moderation/contract.ts";
import { ShelfId } from "#shared/shelves/contract.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import {
  changeUserPosts,
  getReadablePost,
  listHeldPostRows,
  requireModerator,
} from "#server/features/community/service.ts";
import { findReview } from "#server/features/library/service.ts";
import { getReportableSharedMark } from "#server/features/marks/service.ts";
import { getReportableMessages } from "#server/features/messages/service.ts";
import { requireVisiblePerson } from "#server/features/people/service.ts";
import { getReportableShelf } from "#server/features/shelves/service.ts";
import { emitWebhookEvent } from "#server/features/webhooks/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, timeAndId, toPage } from "#server/http/api/cursor.ts";
import { conflict, forbidden, notFound, reason } from "#server/http/api/problem.ts";
import {
  countOpenSubjects,
  findAccount,
  type GroupRow,
  insertReport,
  listGroups,
  listReportsOn,
  listWords,
  replaceWords,
} from "./queries.ts";

const defaultPage = 30;
const dayMs = 24 * 3_600_000;

interface ReportedContent {
  readonly reportedUserId: UserId | null;
  readonly communityId: CommunityId | null;
  readonly snapshot: ReportSnapshot;
}

/**
 * Reports what the caller can read. A second report on it changes nothing.
 *
 * @throws {ProblemError} `not_found`; `forbidden` for the user's own
 */
export async function report(
  context: Context,
  {
    body: { subjectType, subjectId, reason: reasonText, note = "", messageIds = [] },
  }: InputOf<typeof moderationContract.report>,
): Promise<void> {
  const { user } = context;
  const found = await findReported(context, subjectType, subjectId, messageIds);
  const { reportedUserId, communityId, snapshot } = found;
  if (reportedUserId === user.id) throw forbidden();
  await context.db.transaction(async (tx) => {
    const reportId = await insertReport(tx, {
      subjectType,
      subjectId,
      reportedUserId,
      communityId,
      reporterId: user.id,
      reason: reasonText,
      note,
      snapshot,
      createdAt: context.clock(),
    });
    if (reportId === null) return;
    const data = { reportId, subjectType, subjectId, reason: reasonText };
    await emitWebhookEvent(context, "report.created", data, tx);
  });
}

async function findReported(
  context: Context,
  subjectType: ReportSubject,
  subjectId: string,
  messageIds: readonly MessageId[],
): Promise<ReportedContent> {
  if (subjectType === "post") {
    const { post, community } = await getReadablePost(context, context.user, PostId.parse(subjectId));
    if (post.state === "deleted" || post.isCollapsed) throw notFound("post");
    return {
      reportedUserId: post.authorId,
      communityId: community.id,
      snapshot: { text: post.source },
    };
  }
  if (subjectType === "message") {
    const [reported, ...others] = await getReportableMessages(context, [
      MessageId.parse(subjectId),
      ...messageIds.filter((id) => id !== subjectId),
    ]);
    if (!reported) throw notFound("message");
    const messages = [reported, ...others].map(({ author, text, at }) => ({ author, text, at }));
    // The text itself is only read with a logged reason.
    return { reportedUserId: reported.senderId, communityId: null, snapshot: { text: "", messages } };
  }
  if (subjectType === "review") {
    const review = await findReview(context.db, subjectId);
    if (!review || review.isHidden) throw notFound("review");
    return { reportedUserId: review.userId, communityId: null, snapshot: { text: review.text } };
  }
  if (subjectType === "shared-mark") {
    const id = SharedMarkId.parse(subjectId);
    const { userId, communityId, text } = await getReportableSharedMark(context, context.user, id);
    return { reportedUserId: userId, communityId, snapshot: { text } };
  }
  if (subjectType === "shelf") {
    const { userId, text } = await getReportableShelf(context, context.user, ShelfId.parse(subjectId));
    return { reportedUserId: userId, communityId: null, snapshot: { text } };
  }
  const { person, bio } = await requireVisiblePerson(context, context.user, subjectId as UserId);
  return { reportedUserId: person.id, communityId: null, snapshot: { text: [person.name, bio].join("\n") } };
}

/** @throws {ProblemError} `invalid_input` for another list's cursor */
export async function listReports(
  { db, clock }: Context,
  { query: { limit = defaultPage, cursor } }: InputOf<typeof moderationContract.listReports>,
): Promise<{ groups: ReportGroup[]; openCount: number; nextCursor: string | null }> {
  const after = decodeCursor(cursor, timeAndId);
  const [rows, openCount] = await Promise.all([
    listGroups(db, { communityId: null, after, now: clock() }, limit + 1),
    countOpenSubjects(db),
  ]);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.firstAt, last.subjectId]);
  return { groups: shown.map(toReportGroup), openCount, nextCursor };
}

function toReportGroup(row: GroupRow): ReportGroup {
  const {
    reportedUserId,
    person,
    accountCreatedAt,
    isSuspended,
    earlierActions,
    snapshots,
    firstAt,
    ...group
  } = row;
  return {
    ...group,
    reportedUser:
      reportedUserId && person && accountCreatedAt
        ? {
            id: reportedUserId,
            name: person.name,
            username: person.username,
            earlierActions,
            createdAt: new Date(accountCreatedAt),
            isSuspended: isSuspended ?? false,
          }
        : null,
    text: snapshots[0]?.text ?? "",
    messageCount: Math.max(0, ...snapshots.map(({ messages = [] }) => messages.length)),
    firstAt: new Date(firstAt),
  };
}

/** @throws {ProblemError} `not_found`, `forbidden` for users who are not moderators */
export async function listCommunityReports(
  context: Context,
  { params: { communityId } }: InputOf<typeof moderationContract.listCommunityReports>,
): Promise<{ groups: ReportGroup[] }> {
  await requireModerator(context, communityId);
  return {
    groups: (await listGroups(context.db, { communityId, after: undefined, now: context.clock() }, 100)).map(
      toReportGroup,
    ),
  };
}

/** @throws {ProblemError} `not_found` when no message was reported */
export async function readReportedMessages(
  context: Context,
  {
    params: { subjectType, subjectId },
    body: { reason },
  }: InputOf<typeof moderationContract.readReportedMessages>,
) {
  const found = await listReportsOn(context.db, subjectType, subjectId);
  const messages = found.flatMap(({ snapshot }) => snapshot.messages ?? []);
  if (messages.length === 0) throw notFound("report");
  await writeAudit(
    context,
    "report.messages-read",
    context.user.id,
    found[0]?.reportedUserId ?? subjectId,
    {
      subjectId,
      reasonText: reason,
    },
    context.db,
  );
  const unique = new Map(
    messages.map((message) => [`${message.at} ${message.author} ${message.text}`, message]),
  );
  return [...unique.values()].sort((a, b) => (a.at < b.at ? -1 : 1));
}

/** @throws {ProblemError} `not_found`; `conflict` for older accounts; `forbidden` for staff */
export async function removeAllPosts(
  context: Context,
  { params: { userId }, body: { action } }: InputOf<typeof moderationContract.removeAllPosts>,
): Promise<{ count: number }> {
  const account = await findAccount(context.db, userId);
  if (!account) throw notFound("user");
  if (account.isEmployee || account.isAdmin) throw forbidden();
  const isOld = context.clock().getTime() - account.createdAt.getTime() > newAccountDays * dayMs;
  if (action === "remove" && isOld) throw conflict(reason("account_not_new", { days: newAccountDays }));
  const count = await changeUserPosts(context, userId, action);
  await writeAudit(context, `user.posts-${action}d`, context.user.id, userId, { count }, context.db);
  return { count };
}

export const listHeldPosts = (
  { db }: Context,
  { query: { limit = defaultPage } }: InputOf<typeof moderationContract.listHeldPosts>,
) => listHeldPostRows(db, limit);

export const listHeldWords = ({ db }: Context): Promise<string[]> => listWords(db);

/** Replaces the words that hold posts for approval. */
export async function saveHeldWords(
  context: Context,
  { body: { words } }: InputOf<typeof moderationContract.saveHeldWords>,
): Promise<string[]> {
  const normalized = [...new Set(words.map(normalizeSearchText).filter((word) => word !== ""))];
  await context.db.transaction(async (tx) => {
    await replaceWords(tx, normalized, context.clock());
    await writeAudit(context, "held-words.saved", context.user.id, "", { count: normalized.length }, tx);
  });
  return listWords(context.db);
}
