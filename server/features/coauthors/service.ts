import { getShortName } from "#shared/accounts/short-name.ts";
import type { InputOf } from "#shared/api/contract.ts";
import {
  type Coauthor,
  type CoauthorInvitation,
  type coauthorsContract,
  maxCoauthors,
} from "#shared/publishing/coauthors.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { notify } from "#server/features/notifications/service.ts";
import { openBook } from "#server/features/publishing/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { conflict, invalid, notFound, reason } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import {
  acceptInvitation,
  deleteCoauthor,
  deleteInvitation,
  findInvitableAuthor,
  listCoauthorRows,
  listInvitationRows,
  upsertCoauthor,
} from "./queries.ts";

/** @throws {ProblemError} `not_found`, `forbidden` */
export async function listCoauthors(
  context: Context,
  { params: { bookId } }: InputOf<typeof coauthorsContract.listCoauthors>,
): Promise<{ coauthors: Coauthor[] }> {
  await openBook(context, context.user, bookId, { right: "view" });
  const rows = await listCoauthorRows(context.db, bookId);
  return {
    coauthors: rows.map(({ firstName, lastName, userId: _userId, ...row }) => ({
      ...row,
      name: getShortName(firstName, lastName),
    })),
  };
}

/**
 * Invites an author, or changes what a co-author can do.
 *
 * @throws {ProblemError} `forbidden` for others than the book's author; `invalid_input` for an unknown author;
 * `conflict` for too many co-authors
 */
export async function saveCoauthor(
  context: Context,
  { params: { bookId, username }, body: { canEdit } }: InputOf<typeof coauthorsContract.saveCoauthor>,
): Promise<{ coauthors: Coauthor[] }> {
  const { db, clock, user } = context;
  const coauthorId = await db.transaction(async (tx) => {
    const { row } = await openBook({ db: tx }, user, bookId, { right: "own", lock: true });
    const coauthors = await listCoauthorRows(tx, bookId);
    const existing = coauthors.find((each) => each.username.toLowerCase() === username.toLowerCase());
    const userId = existing?.userId ?? (await findInvitableAuthor(tx, user.id, username, clock()));
    if (!userId || userId === row.ownerId) throw invalid({ username: "author_unknown" });
    if (!existing && coauthors.length >= maxCoauthors)
      throw conflict(reason("too_many_coauthors", { max: maxCoauthors }));
    const isNew = await upsertCoauthor(tx, { bookId, userId, canEdit, invitedAt: clock() });
    await writeAudit(context, "book.coauthor_invited", user.id, bookId, { userId, canEdit }, tx);
    if (!isNew) return userId;
    const name = getShortName(user.firstName, user.lastName);
    await notify(
      context,
      userId,
      {
        type: "coauthor_invitation",
        params: { name, book: row.title },
        key: `coauthor:${bookId}:${clock().getTime()}`,
      },
      tx,
    );
    return userId;
  });
  await broadcastUserChanged(context, coauthorId);
  return listCoauthors(context, { params: { bookId } });
}

/**
 * Removes a co-author or an invitation. Co-authors can remove themselves.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function removeCoauthor(
  context: Context,
  { params: { bookId, username } }: InputOf<typeof coauthorsContract.removeCoauthor>,
): Promise<void> {
  const { user } = context;
  const isSelf = username.toLowerCase() === user.username.toLowerCase();
  const coauthorId = await context.db.transaction(async (tx) => {
    await openBook({ db: tx }, user, bookId, { right: isSelf ? "view" : "own", lock: true });
    const userId = await deleteCoauthor(tx, bookId, username);
    if (!userId) throw notFound("co-author");
    await writeAudit(context, "book.coauthor_removed", user.id, bookId, { userId }, tx);
    return userId;
  });
  await broadcastUserChanged(context, coauthorId);
}

export async function listInvitations({ db, user }: Context): Promise<{ invitations: CoauthorInvitation[] }> {
  const rows = await listInvitationRows(db, user.id);
  return {
    invitations: rows.map(({ ownerFirstName, ownerLastName, ...row }) => ({
      ...row,
      from: ownerFirstName === null ? "" : getShortName(ownerFirstName, ownerLastName ?? ""),
    })),
  };
}

/** @throws {ProblemError} `not_found` without an open invitation */
export async function answerInvitation(
  context: Context,
  { params: { bookId }, body: { accepts } }: InputOf<typeof coauthorsContract.answerInvitation>,
): Promise<void> {
  const { db, clock, user } = context;
  await db.transaction(async (tx) => {
    const wasOpen = accepts
      ? await acceptInvitation(tx, user.id, bookId, clock())
      : await deleteInvitation(tx, user.id, bookId);
    if (!wasOpen) throw notFound("invitation");
    const action = accepts ? "book.coauthor_accepted" : "book.coauthor_declined";
    await writeAudit(context, action, user.id, bookId, {}, tx);
  });
  await broadcastUserChanged(context, user.id);
}
