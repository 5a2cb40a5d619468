import { isStaff } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Correction, correctionsContract } from "#shared/corrections/contract.ts";
import type { Database } from "#server/db/client.ts";
import { notify } from "#server/features/notifications/service.ts";
import { findDraftRevision, insertRevisionNotes } from "#server/features/publishing/service.ts";
import { getReadableSentence } from "#server/features/reader/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, timeAndId, toPage } from "#server/http/api/cursor.ts";
import { notFound } from "#server/http/api/problem.ts";
import {
  claimAcceptedCorrections,
  insertCorrection,
  listCorrectionRows,
  lockOpenCorrections,
  setDecision,
} from "./queries.ts";

const defaultPage = 50;

/** @throws {ProblemError} `not_found`, or an access error for a sentence that the reader may not read */
export async function reportMistake(
  context: Context,
  {
    params: { bookId },
    body: { sentence, quote = "", message },
  }: InputOf<typeof correctionsContract.reportMistake>,
): Promise<void> {
  const text = await getReadableSentence(context, context.user, bookId, sentence);
  const createdAt = context.clock();
  await insertCorrection(context.db, {
    bookId,
    userId: context.user.id,
    sentence,
    quote,
    text,
    message,
    createdAt,
  });
}

/** @throws {ProblemError} `invalid_input` for another list's cursor */
export async function listCorrections(
  { db, user }: Context,
  {
    query: { state = "open", bookId, limit = defaultPage, cursor },
  }: InputOf<typeof correctionsContract.listCorrections>,
): Promise<{ corrections: Correction[]; nextCursor: string | null }> {
  const after = decodeCursor(cursor, timeAndId);
  const userId = isStaff(user) ? null : user.id;
  const rows = await listCorrectionRows(db, { userId, state, bookId, after }, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [last.createdText, last.id]);
  return { corrections: shown.map(({ createdText: _createdText, ...correction }) => correction), nextCursor };
}

/**
 * Decides open reports; those that were decided in the meantime stay as they are.
 *
 * @throws {ProblemError} `not_found` when none of them is open
 */
export async function decideCorrections(
  context: Context,
  { body: { ids, decision, answer = "" } }: InputOf<typeof correctionsContract.decideCorrections>,
): Promise<void> {
  const { user } = context;
  await context.db.transaction(async (tx) => {
    const open = await lockOpenCorrections(tx, ids, isStaff(user) ? null : user.id);
    if (open.length === 0) throw notFound("report");
    const openIds = open.map(({ id }) => id);
    await setDecision(tx, openIds, {
      state: decision,
      answer,
      decidedAt: context.clock(),
      decidedBy: user.id,
    });
    for (const { id, userId, bookId, title } of open) {
      if (userId === null || userId === user.id) continue;
      await notify(
        context,
        userId,
        {
          type: "correction_decided",
          params: { bookId, book: title, decision, answer },
          key: `correction:${id}`,
        },
        tx,
      );
    }
    if (decision !== "accepted") return;
    for (const bookId of new Set(open.map((each) => each.bookId))) {
      const revisionId = await findDraftRevision(tx, bookId);
      if (revisionId) await addAcceptedToRevision(tx, bookId, revisionId);
    }
  });
}

/** Adds the accepted reports of a book to the notes of its revision. */
export async function addAcceptedToRevision(tx: Database, bookId: BookId, revisionId: BookId): Promise<void> {
  const accepted = await claimAcceptedCorrections(tx, bookId, revisionId);
  const lines = accepted.map(({ quote, text, message }) => `• “${quote || text}”: ${message}`);
  if (lines.length > 0) await insertRevisionNotes(tx, revisionId, lines);
}
