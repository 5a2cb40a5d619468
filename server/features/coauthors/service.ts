import { getShortName } from "#shared/accounts/short-name.ts";
import type { User } from "#shared/accounts/user.ts";
import type { Language } from "#shared/api/language.ts";
import type { BookId } from "#shared/books/book.ts";
import { type Coauthor, type CoauthorInvitation, maxCoauthors } from "#shared/publishing/coauthors.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { notify } from "#server/features/notifications/service.ts";
import { openBook } from "#server/features/publishing/service.ts";
import { conflict, invalid, notFound, reason } from "#server/http/api/problem.ts";
import { broadcastUserChanged } from "#server/http/session/auth-cache.ts";
import type { Services } from "#server/services.ts";
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
  services: Services,
  user: User,
  bookId: BookId,
): Promise<{ coauthors: Coauthor[] }> {
  await openBook(services, user, bookId, { right: "view" });
  const rows = await listCoauthorRows(services.db, bookId);
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
  services: Services,
  user: User,
  { bookId, username }: { readonly bookId: BookId; readonly username: string },
  canEdit: boolean,
): Promise<{ coauthors: Coauthor[] }> {
  const { db, clock } = services;
  const coauthorId = await db.transaction(async (tx) => {
    const { row } = await openBook({ db: tx }, user, bookId, { right: "own", lock: true });
    const coauthors = await listCoauthorRows(tx, bookId);
    const existing = coauthors.find((each) => each.username.toLowerCase() === username.toLowerCase());
    const userId = existing?.userId ?? (await findInvitableAuthor(tx, user.id, username, clock()));
    if (!userId || userId === row.ownerId) throw invalid({ username: "author_unknown" });
    if (!existing && coauthors.length >= maxCoauthors)
      throw conflict(reason("too_many_coauthors", { max: maxCoauthors }));
    const isNew = await upsertCoauthor(tx, { bookId, userId, canEdit, invitedAt: clock() });
    await writeAudit(services, "book.coauthor_invited", user.id, bookId, { userId, canEdit }, tx);
    if (!isNew) return userId;
    const name = getShortName(user.firstName, user.lastName);
    await notify(
      services,
      userId,
      {
        type: "book_review",
        texts: (language) => getInvitationTexts(language, name, row.title),
        actionUrl: "/authors-portal",
        key: `coauthor:${bookId}:${clock().getTime()}`,
      },
      tx,
    );
    return userId;
  });
  await broadcastUserChanged(services, coauthorId);
  return listCoauthors(services, user, bookId);
}

/**
 * Removes a co-author or an invitation. Co-authors can remove themselves.
 *
 * @throws {ProblemError} `not_found`, `forbidden`
 */
export async function removeCoauthor(
  services: Services,
  user: User,
  { bookId, username }: { readonly bookId: BookId; readonly username: string },
): Promise<void> {
  const isSelf = username.toLowerCase() === user.username.toLowerCase();
  const coauthorId = await services.db.transaction(async (tx) => {
    await openBook({ db: tx }, user, bookId, { right: isSelf ? "view" : "own", lock: true });
    const userId = await deleteCoauthor(tx, bookId, username);
    if (!userId) throw notFound("co-author");
    await writeAudit(services, "book.coauthor_removed", user.id, bookId, { userId }, tx);
    return userId;
  });
  await broadcastUserChanged(services, coauthorId);
}

export async function listInvitations(
  { db }: Services,
  user: User,
): Promise<{ invitations: CoauthorInvitation[] }> {
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
  services: Services,
  user: User,
  bookId: BookId,
  accepts: boolean,
): Promise<void> {
  const { db, clock } = services;
  await db.transaction(async (tx) => {
    const wasOpen = accepts
      ? await acceptInvitation(tx, user.id, bookId, clock())
      : await deleteInvitation(tx, user.id, bookId);
    if (!wasOpen) throw notFound("invitation");
    const action = accepts ? "book.coauthor_accepted" : "book.coauthor_declined";
    await writeAudit(services, action, user.id, bookId, {}, tx);
  });
  await broadcastUserChanged(services, user.id);
}

const getInvitationTexts = (language: Language, name: string, book: string) =>
  language === "ar"
    ? { title: "دعوة للمشاركة في كتاب", message: `يدعوك ${name} إلى المشاركة في العمل على «${book}».` }
    : { title: "Invitation to a book", message: `${name} invites you to work on “${book}”.` };
