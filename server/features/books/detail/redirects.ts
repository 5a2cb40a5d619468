import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { type BookRedirect, OldId, redirectsContract } from "#shared/books/redirects.ts";
import { writeAudit } from "#server/features/accounts/service.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { decodeCursor, toPage } from "#server/http/api/cursor.ts";
import { invalid, notFound } from "#server/http/api/problem.ts";
import type { Services } from "#server/services.ts";
import {
  deleteRedirectRow,
  findRedirect,
  findTitle,
  listRedirectRows,
  lockRedirects,
  moveRedirects,
  upsertRedirect,
} from "./redirect-queries.ts";

const defaultPage = 50;

type AuditServices = Pick<Services, "db" | "clock" | "log">;

export const redirectsRoutes = bindRoutes(
  redirectsContract,
  {
    listRedirects: (services, { query }) => listRedirects(services, query),
    saveRedirect: (context, { params, body }) =>
      saveRedirect(context, context.user.id, params.oldId, body.bookId),
    deleteRedirect: (context, { params }) => deleteRedirect(context, context.user.id, params.oldId),
  },
  { fromReplica: ["listRedirects"] },
);

/** A page of redirects, sorted by old id. */
export async function listRedirects(
  { db }: Pick<Services, "db">,
  { limit = defaultPage, cursor }: { limit?: number | undefined; cursor?: string | undefined },
): Promise<{ redirects: BookRedirect[]; nextCursor: string | null }> {
  const [after = null] = decodeCursor(cursor, z.tuple([OldId])) ?? [];
  const rows = await listRedirectRows(db, after, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, ({ oldId }) => [oldId]);
  return { redirects: shown, nextCursor };
}

/**
 * Redirects an old book id. Redirects to it are updated, so that one step always suffices.
 *
 * @param actorId null on the command line
 * @throws {ProblemError} `not_found`; `invalid_input` for a cycle
 */
export async function saveRedirect(
  services: AuditServices,
  actorId: UserId | null,
  oldId: string,
  bookId: BookId,
): Promise<BookRedirect> {
  return services.db.transaction(async (tx) => {
    await lockRedirects(tx);
    const title = await findTitle(tx, bookId);
    if (title === null) throw notFound("book");
    if (oldId.toLowerCase() === bookId) throw invalid({ bookId: "redirect_to_itself" });
    if (await findRedirect(tx, bookId)) {
      throw invalid({ bookId: "redirect_to_redirected" });
    }
    await upsertRedirect(tx, oldId, bookId);
    await moveRedirects(tx, oldId, bookId);
    await writeAudit(services, "book.redirected", actorId, bookId, { oldId }, tx);
    return { oldId, bookId, title };
  });
}

/** @throws {ProblemError} `not_found` */
export async function deleteRedirect(
  services: AuditServices,
  actorId: UserId | null,
  oldId: string,
): Promise<void> {
  await services.db.transaction(async (tx) => {
    const bookId = await findRedirect(tx, oldId);
    if (!bookId || !(await deleteRedirectRow(tx, oldId))) throw notFound("redirect");
    await writeAudit(services, "book.redirect_removed", actorId, bookId, { oldId }, tx);
  });
}
