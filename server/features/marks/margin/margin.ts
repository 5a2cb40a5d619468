import * as z from "zod/mini";
import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { CommunityId } from "#shared/community/community.ts";
import { type marginContract, maxMarginPage } from "#shared/marks/margin-contract.ts";
import { isTextAnchor, type MarkAnchor } from "#shared/marks/mark.ts";
import type { MarginCommunity, SharedMark, SharedMarkId } from "#shared/marks/shared-mark.ts";
import { getAccess } from "#server/features/books/service.ts";
import { getReadableMembership } from "#server/features/community/service.ts";
import { recordDecision, revokeRemoval } from "#server/features/decisions/service.ts";
import { notify } from "#server/features/notifications/service.ts";
import { addQuotations } from "#server/features/quotations/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeCursor, toPage } from "#server/http/api/cursor.ts";
import { forbidden, notFound } from "#server/http/api/problem.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import type { Services } from "#server/services.ts";
import { findVisibleRow, listMarginCommunities, listMarginRows, type MarginRow } from "./margin-queries.ts";
import { announceMargin } from "./share-marks.ts";
import { lockShare, updateShare } from "./sharing-queries.ts";

const placeAndId = z.tuple([z.number(), z.uuid()]);

const noContext = { prefix: "", suffix: "" };

/** The place and the words of a passage, without what surrounds them. */
function toSharedAnchor(anchor: MarkAnchor): MarkAnchor {
  const quote = anchor.quote && { ...anchor.quote, ...noContext };
  if (!isTextAnchor(anchor)) return { ...anchor, ...(quote && { quote }) };
  const { cfi: _cfi, ...rest } = anchor;
  return { ...rest, quote: { ...anchor.quote, ...noContext } };
}

const toSharedMark = (
  { settings }: Pick<Services, "settings">,
  { userId: _userId, place: _place, note, anchor, ...row }: MarginRow,
): SharedMark => ({
  ...row,
  anchor: toSharedAnchor(anchor),
  content: parseRichText(note, settings.origins),
});

/**
 * The margin of a book in the user's communities. Those who can only read a sample of the book see no marks.
 *
 * @throws {ProblemError} `not_found`; `invalid_input` for another list's cursor
 */
export async function listMargin(
  context: Context,
  { params: { bookId }, query: { limit = maxMarginPage, cursor } }: InputOf<typeof marginContract.listMargin>,
): Promise<{ marks: SharedMark[]; communities: MarginCommunity[]; nextCursor: string | null }> {
  const { db, user } = context;
  const isOpen = await canReadAll(context, user, bookId);
  const after = decodeCursor(cursor, placeAndId);
  const [rows, communities] = await Promise.all([
    isOpen ? listMarginRows(db, user.id, bookId, { after, limit: limit + 1 }) : [],
    listMarginCommunities(db, user.id, bookId),
  ]);
  const { shown, nextCursor } = toPage([...rows], limit, ({ place, id }) => [place, id]);
  const marks = shown.map((row) => toSharedMark(context, row));
  const notes = marks.map(({ content }) => ({ content, bookId: null }));
  const contents = await addQuotations(context, user, notes);
  return {
    marks: marks.map((mark, n) => ({ ...mark, content: contents[n] ?? mark.content })),
    communities: isOpen ? communities : communities.map(hideCount),
    nextCursor,
  };
}

const hideCount = (community: MarginCommunity): MarginCommunity => ({
  ...community,
  count: 0,
  aheadCount: community.count + community.aheadCount,
});

async function canReadAll(services: Pick<Services, "db">, user: User, bookId: BookId): Promise<boolean> {
  const { read, listen } = await getAccess(services, user, bookId);
  return read === "whole" || listen === "whole";
}

/** The marks in the margin of a book that the user may see, with the names of their communities. */
export async function* readMargin(
  context: Context,
  bookId: BookId,
): AsyncGenerator<SharedMark & { readonly note: string; readonly communityName: string }> {
  const { db, user } = context;
  if (!(await canReadAll(context, user, bookId))) return;
  const communities = await listMarginCommunities(db, user.id, bookId);
  const names = new Map(communities.map(({ id, name }) => [id, name]));
  let after: readonly [number, string] | undefined;
  for (;;) {
    const rows: MarginRow[] = await listMarginRows(db, user.id, bookId, { after, limit: maxMarginPage });
    for (const row of rows) {
      const communityName = names.get(row.communityId) ?? "";
      yield { ...toSharedMark(context, row), note: row.note, communityName };
    }
    const last = rows.at(-1);
    if (!last || rows.length < maxMarginPage) return;
    after = [last.place, last.id];
  }
}

/** A shared mark that the user can see. @throws {ProblemError} `not_found` */
export async function getReportableSharedMark(
  services: Pick<Services, "db">,
  user: User,
  id: SharedMarkId,
): Promise<{ userId: UserId; communityId: CommunityId; text: string }> {
  const row = await findVisibleRow(services.db, user.id, id);
  if (!row || !(await canReadAll(services, user, row.bookId))) throw notFound("shared mark");
  return { userId: row.userId, communityId: row.communityId, text: toText(row) };
}

const toText = ({ anchor, note }: Pick<MarginRow, "anchor" | "note">): string =>
  [anchor.quote ? `“${anchor.quote.exact}”` : "", note].filter(Boolean).join("\n\n");

/** @throws {ProblemError} `not_found`; `forbidden` for users who are not moderators */
export async function moderateSharedMark(
  context: Context,
  {
    params: { sharedMarkId },
    body: { state, reason = "" },
  }: InputOf<typeof marginContract.moderateSharedMark>,
): Promise<void> {
  const { db, user } = context;
  const share = await lockShare(db, sharedMarkId);
  const membership = share && (await getReadableMembership(context, user, share.communityId));
  if (!membership?.isModerator) {
    if (share && (await findVisibleRow(db, user.id, sharedMarkId))) throw forbidden();
    throw notFound("shared mark");
  }
  await decideSharedMark(context, user.id, sharedMarkId, state, reason);
}

/**
 * Removes or shows a shared mark; its owner learns of a removal. The caller has checked the right to do so.
 *
 * @throws {ProblemError} `not_found`
 */
export async function decideSharedMark(
  services: Services,
  actorId: UserId,
  id: SharedMarkId,
  state: "shown" | "removed",
  reason: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const share = await lockShare(tx, id);
    if (!share) throw notFound("shared mark");
    if (share.state === state) return;
    const isRemoval = state === "removed";
    await updateShare(tx, id, { state, removedReason: isRemoval ? reason : "" });
    await announceMargin(services, tx, share);
    if (!isRemoval) return revokeRemoval(tx, "shared-mark", id, services.clock());
    if (share.userId === actorId) return;
    const createdAt = services.clock();
    await recordDecision(tx, {
      userId: share.userId,
      kind: "removal",
      subjectType: "shared-mark",
      subjectId: id,
      text: toText(share),
      reason,
      actorId,
      createdAt,
    });
    await notify(
      services,
      share.userId,
      {
        type: "content_removed",
        params: { reason },
        key: `moderation:shared-mark:${id}:${createdAt.toISOString()}`,
      },
      tx,
    );
  });
}
