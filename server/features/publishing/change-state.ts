import { isStaff, type User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookState } from "#shared/books/book.ts";
import type { publishingContract } from "#shared/publishing/contract.ts";
import type { PublishingBook } from "#shared/publishing/publishing-book.ts";
import type { Database } from "#server/db/client.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { bookReleased, updateVocabulary } from "#server/features/books/service.ts";
import { notify } from "#server/features/notifications/service.ts";
import { emitWebhookEvent } from "#server/features/webhooks/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, invalid } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { checkBook } from "./checks.ts";
import { deleteBook, type EditedBook, findBookContent, findDuplicates, setState } from "./queries.ts";
import { applyRevision, describeRevision } from "./revisions/revisions.ts";
import { getPublishingBook, openBook, requireVersion } from "./service.ts";
import { getStateAfter, listActions, listRevisionActions } from "./states.ts";

const minReasonLength = 10;

/**
 * Changes the state of a book, audits it and notifies its author of decisions by others.
 *
 * @returns null for a deleted book
 * @throws {ProblemError} `conflict` for another version, an action that its state does not allow, or an incomplete
 * book; `invalid_input` without a reason
 */
export async function changeState(
  context: Context,
  {
    params: { bookId },
    body: { version, action, reason = "", releaseAt },
  }: InputOf<typeof publishingContract.changeState>,
): Promise<PublishingBook | null> {
  const { db, clock, jobs, user } = context;
  const now = clock();
  const isLater = releaseAt !== undefined && releaseAt > now;
  const isDeleted = await db.transaction(async (tx) => {
    const book = await openBook({ db: tx }, user, bookId, { lock: true, right: "own" });
    requireVersion(book, version);
    const revision = book.row.revisionOf ? await describeRevision({ ...context, db: tx }, bookId) : null;
    const actions = revision ? listRevisionActions(user, revision.context) : listActions(user, book.row);
    if (!actions.includes(action)) throw conflict("book_state");
    const needsReason = action === "reject" || (action === "hide" && user.id !== book.row.ownerId);
    if (needsReason && reason.length < minReasonLength) throw invalid({ reason: "reason_required" });
    if (releaseAt && !isLater) throw invalid({ releaseAt: "date_in_past" });
    if (action === "submit" || action === "publish") await rejectIncomplete(tx, book);

    const next = getStateAfter(action, { isLater });
    await writeAudit(context, `book.${action}`, user.id, bookId, { from: book.row.state }, tx);
    if (next === null) {
      await deleteBook(tx, bookId);
      return true;
    }
    if (revision && (action === "publish" || action === "revert")) {
      await applyRevision(context, tx, bookId, { isRevert: action === "revert" });
      const applied = action === "publish" ? "hidden" : "draft";
      await setState(tx, bookId, {
        state: applied,
        stateReason: "",
        stateChangedBy: user.id,
        updatedAt: now,
      });
      if (action === "publish")
        await notifyAuthor(context, user, revision.target, { state: "revised", reason: "" }, tx);
      return false;
    }
    await setState(tx, bookId, {
      state: next,
      stateReason: needsReason ? reason : "",
      stateChangedBy: user.id,
      updatedAt: now,
      ...(action === "publish" && { releaseAt: isLater ? releaseAt : null }),
      ...(next === "published" && action === "publish" && { createdAt: now }),
    });
    if (next === "published" && action === "publish") {
      await jobs.add(bookReleased, { bookId }, { db: tx });
      await emitWebhookEvent(context, "book.published", { bookId }, tx);
    }
    await notifyAuthor(context, user, book, { state: next, reason }, tx);
    return false;
  });
  await updateVocabulary(db);
  return isDeleted ? null : getPublishingBook(context, { params: { bookId } });
}

async function rejectIncomplete(tx: Database, { row, fields }: EditedBook): Promise<void> {
  const [content, duplicates] = [await findBookContent(tx, row), await findDuplicates(tx, row)];
  const checks = checkBook({ row, fields, content, duplicates });
  if (checks.some(({ severity }) => severity === "blocks")) throw conflict("book_incomplete");
}

async function notifyAuthor(
  services: Services,
  actor: User,
  { row, fields }: EditedBook,
  { state, reason }: { readonly state: BookState | "revised"; readonly reason: string },
  tx: Database,
): Promise<void> {
  if (row.ownerId === null || row.ownerId === actor.id || !isStaff(actor)) return;
  await notify(
    services,
    row.ownerId,
    {
      type: "book_decision",
      params: { bookId: row.id, book: fields.title, state, reason },
      key: `book:${row.id}:${state}:${row.version}`,
    },
    tx,
  );
}
