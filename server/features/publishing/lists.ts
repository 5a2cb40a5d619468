import { getFullName } from "#shared/accounts/full-name.ts";
import { getShortName } from "#shared/accounts/short-name.ts";
import type { UserId } from "#shared/accounts/user.ts";
import type { InputOf } from "#shared/api/contract.ts";
import { getCoverUrl } from "#shared/books/urls.ts";
import type { publishingContract } from "#shared/publishing/contract.ts";
import type { BookListQuery, PublishingRow } from "#shared/publishing/publishing-book.ts";
import { withLongTimeout } from "#server/db/with-long-timeout.ts";
import { toPrefixQuery } from "#server/features/books/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { decodeListCursor, getListKey, toPage } from "#server/http/api/cursor.ts";
import type { Services } from "#server/services.ts";
import { countBooks, listBookRows } from "./list-queries.ts";

const defaultPage = 50;

/**
 * A page of books with their states.
 *
 * @param userId only the books of this author and those they co-author; null for all
 * @throws {ProblemError} `invalid_input` for another list's cursor
 */
export const listOwnBooks = (context: Context, { query }: InputOf<typeof publishingContract.listOwnBooks>) =>
  listBooks(context, context.user.id, query);

/** The books of all authors. */
export const listAllBooks = (context: Context, { query }: InputOf<typeof publishingContract.listAllBooks>) =>
  listBooks(context, null, query);

/** The exact number of the books of all authors that match. */
export async function countAllBooks(
  { db }: Context,
  { query }: InputOf<typeof publishingContract.countAllBooks>,
): Promise<{ total: number }> {
  const scope = { userId: null, searchQuery: toSearchQuery(query.search) };
  return { total: await withLongTimeout(db, (tx) => countBooks(tx, query, scope)) };
}

/** The tsquery of a search; null without one. */
export const toSearchQuery = (search: string | undefined): string | null =>
  search?.trim() ? toPrefixQuery(search) : null;

async function listBooks(
  { db }: Pick<Services, "db">,
  userId: UserId | null,
  { limit = defaultPage, cursor, ...query }: BookListQuery,
): Promise<{ books: PublishingRow[]; total: number; nextCursor: string | null }> {
  const key = getListKey(`publishing ${userId} ${JSON.stringify(query)}`);
  const after = decodeListCursor(cursor, key);
  const searchQuery = toSearchQuery(query.search);
  if (searchQuery === "") return { books: [], total: 0, nextCursor: null };
  const { rows, total } = await listBookRows(db, query, { userId, searchQuery }, after, limit + 1);
  const { shown, nextCursor } = toPage(rows, limit, (last) => [key, last.sortValue, last.id]);
  return {
    books: shown.map(({ coverHash, ownerId, ownerFirstName, ownerLastName, ...row }) => ({
      ...row,
      coverImageUrl: getCoverUrl(row.id, coverHash),
      isCoauthored: userId !== null && ownerId !== userId,
      ownerName: toOwnerName(userId, ownerFirstName, ownerLastName),
    })),
    total,
    nextCursor,
  };
}

/** Staff, who list the books of all, see full names; null for books of the site. */
function toOwnerName(listedFor: UserId | null, firstName: string | null, lastName: string | null) {
  if (firstName === null) return null;
  return listedFor === null ? getFullName(firstName, lastName) : getShortName(firstName, lastName ?? "");
}
