import { isStaff, type User } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { Correction, correctionsContract } from "#shared/corrections/contract.ts";
import type { Database } from "#server/db/client.ts";
import { notify } from "#server/features/notifications/service.ts";
import { findDraftRevision, insertRevisionNotes } from "#server/features/publishing/service.ts";
import { getReadableSentence } from "#server/features/reader/service.ts";
import { decodeCursor, timeAndId, toPage } from "#server/http/api/cursor.ts";
import { notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import { getDecisionTexts } from "./decision-texts.ts";
import {
  claimAcceptedCorrections,
  insertCorrection,
  listCorrectionRows,
  lockOpenCorrections,
  setDecision,
} from "./queries.ts";

type Contract = typeof correctionsContract;

const defaultPage = 50;

/** @throws {ProblemError} `not_found`, or an access error for a sentence that the reader may not read */
export async function reportMistake(
  services: Services,
  user: User,
  bookId: BookId,
  { sentence, quote = "", message }: InputOf<Contract["reportMistake"]>["body"],
): Promise<void> {
  const text = await getReadableSentence(services, user, bookId, sentence);
  const createdAt = services.clock();
  await insertCorrection(services.db, { bookId, userId: user.id, sentence, quote, text, message, createdAt });
}

/** @throws {ProblemError} `invalid_input` for another list's cursor */
export async function listCorrections(
  { db }: Pick<Services, "db">,
  user: User,
  { state = "open", bookId, limit = defaultPage, cursor }: InputOf<Contract["listCorrections"]>["query"],
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
  services: Services,
  user: User,
  { ids, decision, answer = "" }: InputOf<Contract["decideCorrections"]>["body"],
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const open = await lockOpenCorrections(tx, ids, isStaff(user) ? null : user.id);
    if (open.length === 0) throw notFound("report");
    const openIds = open.map(({ id }) => id);
    await setDecision(tx, openIds, {
      state: decision,
      answer,
      decidedAt: services.clock(),
      decidedBy: user.id,
    });
    for (const { id, userId, bookId, title } of open) {
      if (userId === null || userId === user.id) continue;
      await notify(
        services,
        userId,
        {
          type: "correction",
          texts: (language) => getDecisionTexts(language, decision, title, answer),
          actionUrl: `/book/${bookId}`,
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
