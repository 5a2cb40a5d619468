import type { User, UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import type { BookId } from "#shared/books/book.ts";
import type { CommunityId } from "#shared/community/community.ts";
import type { MarkShare, marginContract } from "#shared/marks/margin-contract.ts";
import { isTextAnchor, type Mark, type MarkAnchor, type MarkId } from "#shared/marks/mark.ts";
import { maxMarginMarks, maxSharedMarks, type SharedMarkState } from "#shared/marks/shared-mark.ts";
import type { Database } from "#server/db/client.ts";
import { getAccess } from "#server/features/books/service.ts";
import { checkAnnotation } from "#server/features/community/service.ts";
import { findMarks, lockMarks } from "#server/features/marks/queries.ts";
import { locateInBoth } from "#server/features/positions/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, notFound, ProblemError, reason } from "#server/http/api/problem.ts";
import { parseRichText } from "#server/rich-text/parse.ts";
import type { Services } from "#server/services.ts";
import {
  countShares,
  deleteShare,
  deleteShares,
  findShare,
  insertShare,
  isCommunityBook,
  listRecentReaders,
  listSharedAnchors,
  listShares,
  listSharesOf,
  lockMargin,
  updateShare,
} from "./sharing-queries.ts";

/** @throws {ProblemError} `not_found` for deleted marks and those of others */
async function requireOwnMark(db: Database, userId: UserId, id: MarkId): Promise<Mark> {
  const [mark] = await findMarks(db, userId, [id]);
  if (!mark || mark.isDeleted) throw notFound("mark");
  return mark;
}

/** @throws {ProblemError} `not_found` */
export async function listMarkShares(
  { db, user }: Context,
  { params: { markId } }: InputOf<typeof marginContract.listMarkShares>,
): Promise<MarkShare[]> {
  return listShares(db, user.id, await requireOwnMark(db, user.id, markId));
}

/**
 * Idempotent.
 *
 * @throws {ProblemError} `not_found` also for books that the community does not read; `forbidden` for those who
 *   may not write there; `email_unverified`; `conflict` for marks without text, removed ones and too many
 */
export async function shareMark(
  context: Context,
  { params: { markId, communityId } }: InputOf<typeof marginContract.shareMark>,
): Promise<{ state: SharedMarkState }> {
  const { user, clock } = context;
  return context.db.transaction(async (tx) => {
    await lockMarks(tx, user.id);
    const mark = await requireOwnMark(tx, user.id, markId);
    const { bookId, anchor } = mark;
    const state = await checkNote(context, tx, user, communityId, mark.note);
    await getAccess({ ...context, db: tx }, user, bookId);
    if (!(await isCommunityBook(tx, communityId, bookId))) throw notFound("book");
    const existing = await findShare(tx, communityId, user.id, markId);
    if (existing?.state === "removed") throw conflict("shared_mark_removed");
    if (existing) return { state: existing.state };
    const isEmpty = !anchor.quote && mark.note === "";
    if (isEmpty || mark.placement === "lost") throw conflict("nothing_to_share");
    await lockMargin(tx, communityId);
    const { all, own } = await countShares(tx, communityId, bookId, user.id);
    if (own >= maxSharedMarks) throw conflict(reason("too_many_shared_marks", { max: maxSharedMarks }));
    if (all >= maxMarginMarks) throw conflict(reason("margin_full", { max: maxMarginMarks }));
    const reach = await measureReach(tx, bookId, anchor);
    await insertShare(tx, {
      communityId,
      userId: user.id,
      markId,
      bookId,
      state,
      ...reach,
      sharedAt: clock(),
    });
    await announceMargin(context, tx, { communityId, bookId, exceptId: user.id });
    return { state };
  });
}

const checkNote = (
  services: Pick<Services, "db" | "clock" | "settings">,
  tx: Database,
  user: User,
  communityId: CommunityId,
  note: string,
) =>
  checkAnnotation(services, tx, user, communityId, {
    text: note,
    content: parseRichText(note, services.settings.origins),
  });

/** How far somebody has to read to see a passage: to its last sentence. */
async function measureReach(db: Database, bookId: BookId, anchor: MarkAnchor) {
  const locator = isTextAnchor(anchor)
    ? { sentence: anchor.end.sentence, fraction: anchor.fraction }
    : { chapter: anchor.chapter, offset: anchor.offset, fraction: anchor.fraction };
  const { text, audio } = await locateInBoth(db, bookId, locator);
  const [textReach, audioReach] = [text?.fraction ?? null, audio?.fraction ?? null];
  return { textReach, audioReach, place: textReach ?? audioReach ?? anchor.fraction };
}

/** Idempotent. @throws {ProblemError} `not_found` */
export async function unshareMark(
  context: Context,
  { params: { markId, communityId } }: InputOf<typeof marginContract.unshareMark>,
): Promise<void> {
  const { db, user } = context;
  const { bookId } = await requireOwnMark(db, user.id, markId);
  await db.transaction(async (tx) => {
    await deleteShare(tx, communityId, user.id, markId);
    await announceMargin(context, tx, { communityId, bookId, exceptId: user.id });
  });
}

/** The pages of at most so many members are refreshed at once; others load the margin when they open the book. */
const maxAnnounced = 500;

/** Refreshes the open pages of members who read the book. */
export async function announceMargin(
  { live }: Pick<Services, "live">,
  tx: Database,
  { communityId, bookId, exceptId }: ChangedMargin,
): Promise<void> {
  const readers = await listRecentReaders(tx, communityId, bookId, maxAnnounced);
  const events = readers
    .filter((userId) => userId !== exceptId)
    .map((userId) => ({ userId, event: { topics: ["margin" as const] } }));
  if (events.length > 0) await live.publishAll(events, tx);
}

export interface ChangedMargin {
  readonly communityId: CommunityId;
  readonly bookId: BookId;
  /** The user who made the change, and is notified by the call. */
  readonly exceptId?: UserId;
}

/**
 * Follows changes of a user's marks where they are shared: a deleted mark is no longer shared, and a note that
 * was edited is checked again.
 */
export async function updateShares(
  services: Services,
  user: User,
  changed: readonly { readonly mark: Mark; readonly before: Mark | null }[],
): Promise<void> {
  const { db: tx } = services;
  if (changed.length === 0) return;
  const shares = await listSharesOf(
    tx,
    user.id,
    changed.map(({ mark }) => mark.id),
  );
  if (shares.length === 0) return;
  const byId = new Map(changed.map((each) => [each.mark.id, each]));
  const margins = new Map<string, ChangedMargin>();
  for (const share of shares) {
    const { mark, before } = byId.get(share.markId) ?? {};
    if (!mark || share.state === "removed") continue;
    const { id, communityId, bookId } = share;
    margins.set(`${communityId} ${bookId}`, { communityId, bookId });
    if (mark.isDeleted) await deleteShares(tx, [id]);
    else if (mark.note !== before?.note) {
      const state = await checkNote(services, tx, user, communityId, mark.note).catch(hold);
      if (state !== share.state) await updateShare(tx, id, { state });
    }
  }
  for (const margin of margins.values()) await announceMargin(services, tx, margin);
}

/** A mark that its writer could not share now waits for approval. */
function hold(error: unknown): "held" {
  if (error instanceof ProblemError) return "held";
  throw error;
}

/** Measures the places of a book's shared marks again after its files changed and its marks were placed. */
export async function relocateSharedMarks(tx: Database, bookId: BookId): Promise<void> {
  const known = new Map<string, Awaited<ReturnType<typeof measureReach>>>();
  for (const { id, anchor } of await listSharedAnchors(tx, bookId)) {
    const key = isTextAnchor(anchor) ? anchor.end.sentence : `${anchor.chapter} ${anchor.offset}`;
    const reach = known.get(key) ?? (await measureReach(tx, bookId, anchor));
    known.set(key, reach);
    await updateShare(tx, id, reach);
  }
}
