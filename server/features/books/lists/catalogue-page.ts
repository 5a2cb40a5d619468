import type { BookId } from "#shared/books/book.ts";
import type { BookQuery } from "#shared/books/contract.ts";
import { maxMatches } from "#server/features/books/search/search-queries.ts";
import {
  decodeListCursor,
  encodeListCursor,
  getListKey,
  type ListPosition,
} from "#server/http/api/cursor.ts";
import type { Services } from "#server/services.ts";
import { findFilters, isUnfiltered } from "./catalogue.ts";
import {
  countFilteredBooks,
  type Filters,
  type ListedRow,
  listFiltered,
  listUnfiltered,
  type Sort,
} from "./list-queries.ts";

type Deps = Pick<Services, "db">;

export interface CataloguePage {
  readonly bookIds: readonly BookId[];
  readonly total: number;
  /** `total` is the counting limit. */
  readonly isTotalCapped: boolean;
  /** Cursors of the neighbouring pages; null at the ends. */
  readonly before: string | null;
  readonly after: string | null;
}

/** A part of the list: behind a row, before a row, the end, or the beginning. */
export interface PageRequest {
  readonly after?: string | undefined;
  readonly before?: string | undefined;
  readonly page?: "last" | undefined;
}

type ListQuery = Pick<BookQuery, "genre" | "author" | "language" | "format" | "isFree">;

/**
 * A page of published books that can be turned in both directions.
 *
 * @throws {ProblemError} `invalid_input` for another list's cursor
 */
export async function listCataloguePage(
  { db }: Deps,
  query: ListQuery,
  sort: Sort,
  { after, before, page, limit }: PageRequest & { readonly limit: number },
): Promise<CataloguePage> {
  const key = getListKey(JSON.stringify([query, sort]));
  const [start, end] = [decodeListCursor(after, key), decodeListCursor(before, key)];
  const filters = await findFilters({ db }, query);
  if (filters === null) return { bookIds: [], total: 0, isTotalCapped: false, before: null, after: null };
  const isBackward = end !== null || page === "last";
  const rows = await listRows(
    db,
    filters,
    isBackward ? reverse(sort) : sort,
    isBackward ? end : start,
    limit + 1,
  );
  const hasMore = rows.length > limit;
  const shown = isBackward ? rows.slice(0, limit).reverse() : rows.slice(0, limit);
  const hasBefore = isBackward ? hasMore : start !== null;
  const hasAfter = isBackward ? end !== null : hasMore;
  return {
    bookIds: shown.map(({ id }) => id),
    ...(await countAll(db, filters)),
    before: hasBefore ? encodeRow(key, shown[0]) : null,
    after: hasAfter ? encodeRow(key, shown.at(-1)) : null,
  };
}

const reverse = ({ by, order }: Sort): Sort => ({ by, order: order === "asc" ? "desc" : "asc" });

const encodeRow = (key: string, row: ListedRow | undefined) =>
  row ? encodeListCursor(key, { value: row.sortValue, id: row.id }) : null;

function listRows(
  db: Services["db"],
  filters: Filters,
  sort: Sort,
  after: ListPosition | null,
  limit: number,
): Promise<ListedRow[]> {
  return isUnfiltered(filters)
    ? listUnfiltered(db, sort, after, limit)
    : listFiltered(db, filters, sort, after, limit);
}

async function countAll(db: Services["db"], filters: Filters) {
  if (isUnfiltered(filters)) {
    const [first] = await listUnfiltered(db, { by: "createdAt", order: "desc" }, null, 1);
    return { total: first?.total ?? 0, isTotalCapped: false };
  }
  const found = await countFilteredBooks(db, filters, maxMatches + 1);
  return { total: Math.min(found, maxMatches), isTotalCapped: found > maxMatches };
}
