import { isStaff, type User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { PostId } from "#shared/community/discussion.ts";
import { SharedMarkId } from "#shared/marks/shared-mark.ts";
import { MessageId } from "#shared/messages/message.ts";
import type { moderationContract, ReportSubject } from "#shared/moderation/contract.ts";
import { ShelfId } from "#shared/shelves/contract.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { decidePost, requireModerator } from "#server/features/community/service.ts";
import { recordDecision } from "#server/features/decisions/service.ts";
import { hideReview } from "#server/features/library/service.ts";
import { decideSharedMark } from "#server/features/marks/service.ts";
import { removeMessage } from "#server/features/messages/service.ts";
import { notify } from "#server/features/notifications/service.ts";
import { hideShelf } from "#server/features/shelves/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, invalid, notFound, ProblemError } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { closeOpenReports, listReportsOn, lockOpenReports } from "./queries.ts";

/** @throws {ProblemError} `not_found`; `forbidden`; `conflict` when they were decided in the meantime */
export async function decideReports(
  context: Context,
  {
    params: { subjectType, subjectId },
    body: { decision, reason: reasonText = "" },
  }: InputOf<typeof moderationContract.decideReports>,
): Promise<void> {
  const { user } = context;
  const found = await listReportsOn(context.db, subjectType, subjectId);
  const communityId = found.find((each) => each.communityId)?.communityId ?? null;
  if (!isStaff(user)) {
    if (found.length === 0 || !communityId) throw notFound("report");
    await requireModerator(context, communityId);
  }
  if (found.length === 0) throw notFound("report");
  await context.db.transaction(async (tx) => {
    if ((await lockOpenReports(tx, subjectType, subjectId)) === 0) throw conflict("report_decided");
    if (decision === "remove")
      await removeContent({ ...context, db: tx }, user, subjectType, subjectId, reasonText);
    const decided = await closeOpenReports(tx, subjectType, subjectId, {
      state: decision === "dismiss" ? "dismissed" : "acted",
      decidedAt: context.clock(),
      decidedBy: user.id,
      decision: [decision, reasonText].filter(Boolean).join(": "),
    });
    const reportedUserId = decided.find((each) => each.reportedUserId)?.reportedUserId ?? null;
    await writeAudit(
      context,
      `report.${decision}`,
      user.id,
      reportedUserId ?? subjectId,
      { subjectType, subjectId, reasonText },
      tx,
    );
    // Their removal records the decision and notifies the author.
    const isTold = decision === "remove" && (subjectType === "post" || subjectType === "shared-mark");
    if (reportedUserId && decision !== "dismiss" && !isTold) {
      const kind = decision === "warn" ? ("warning" as const) : ("removal" as const);
      await recordDecision(tx, {
        userId: reportedUserId,
        kind,
        subjectType,
        subjectId,
        text: decided[0]?.snapshot.text ?? "",
        reason: reasonText,
        actorId: user.id,
        createdAt: context.clock(),
      });
    }
    const notifiesUser = decision === "warn" || (decision === "remove" && !isTold);
    if (reportedUserId && notifiesUser) {
      await notify(
        context,
        reportedUserId,
        {
          type: decision === "warn" ? "warning" : "content_removed",
          params: { reason: reasonText },
          key: `moderation:${subjectType}:${subjectId}:${context.clock().toISOString()}`,
        },
        tx,
      );
    }
    for (const { id, reporterId } of decided) {
      if (!reporterId || reporterId === user.id) continue;
      await notify(
        context,
        reporterId,
        {
          type: "report_decided",
          params: { result: decision === "dismiss" ? "dismissed" : "acted" },
          key: `report:${id}`,
        },
        tx,
      );
    }
  });
}

async function removeContent(
  services: Services,
  user: User,
  subjectType: ReportSubject,
  subjectId: string,
  reasonText: string,
): Promise<void> {
  if (subjectType === "post")
    await decidePost(services, user.id, PostId.parse(subjectId), "removed", reasonText);
  else if (subjectType === "review") await hideReview(services, subjectId, true, reasonText);
  else if (subjectType === "shared-mark")
    await decideSharedMark(services, user.id, SharedMarkId.parse(subjectId), "removed", reasonText).catch(
      ignoreMissing,
    );
  else if (subjectType === "shelf") await hideShelf(services, ShelfId.parse(subjectId), true, reasonText);
  else if (subjectType === "message") await removeMessage(services, MessageId.parse(subjectId));
  else throw invalid({ decision: "check_fields" });
}

/** The member may have stopped sharing it in the meantime. */
function ignoreMissing(error: unknown): void {
  if (!(error instanceof ProblemError) || error.code !== "not_found") throw error;
}
