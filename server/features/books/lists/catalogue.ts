import type { InputOf } from "#shared/api/contract.ts";
import { type Book, ContributorId } from "#shared/books/book.ts";
import { type BookPage, type BookQuery, booksContract } from "#shared/books/contract.ts";
import { toCanonicalLanguage } from "#shared/books/language.ts";
import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { findSameNames, getNameKey } from "#shared/books/person-names.ts";
import { searchInterpretations } from "#server/features/books/search/search.ts";
import {
  maxMatches,
  searchByRelevance,
  searchInOrder,
} from "#server/features/books/search/search-queries.ts";
import { findVerse } from "#server/features/books/verses/find-verse.ts";
import type { GuestContext, GuestHttpContext } from "#server/http/api/context.ts";
import { decodeListCursor, getListKey, type ListPosition, toPage } from "#server/http/api/cursor.ts";
import { addNextLink } from "#server/http/api/link-header.ts";
import type { Services } from "#server/services.ts";
import { listComing } from "./coming-soon-queries.ts";
import {
  countFilteredBooks,
  type Filters,
  findContributorId,
  findGenreId,
  findTropeId,
  type ListedRow,
  listContributorsByKey,
  listFiltered,
  listUnfiltered,
  type Sort,
  type SortKey,
  type SortOrder,
} from "./list-queries.ts";
import { toBook } from "./summary-queries.ts";

type Deps = Pick<Services, "db">;
type SearchDeps = Pick<Services, "searchDb" | "live">;

const defaultPage = 20;
const defaultShelf = 6;

const emptyPage: BookPage = {
  books: [],
  total: 0,
  isTotalCapped: false,
  nextCursor: null,
  searchedFor: null,
};

/**
 * A page of published books; newest first, or by relevance when searching.
 *
 * @throws {ProblemError} `invalid_input` for another list's cursor
 */
export async function listBooks(
  context: GuestContext,
  { query }: InputOf<typeof booksContract.listBooks>,
): Promise<BookPage> {
  const { search, limit = defaultPage } = query;
  const list = getListKey(describeList(query));
  const after = decodeListCursor(query.cursor, list);
  const filters = await findFilters(context, query);
  if (filters === null) return emptyPage;

  const page = { list, after, limit, sort: getSort(query), filters };
  if (search?.trim()) {
    const verse = after === null ? await findVerse(context, search) : null;
    return { ...(await listSearchResults(context, search, page)), ...(verse && { verse }) };
  }
  const { preferLanguage } = query;
  return preferLanguage && !filters.language
    ? listByPreferredLanguage(context, preferLanguage, page)
    : listAll(context, page);
}

interface Page {
  readonly list: string;
  readonly after: ListPosition | null;
  readonly limit: number;
  /** Null for relevance. */
  readonly sort: Sort | null;
  readonly filters: Filters;
}

const newest: Sort = { by: "createdAt", order: "desc" };

async function listAll({ db }: Deps, { list, after, limit, sort, filters }: Page): Promise<BookPage> {
  if (isUnfiltered(filters)) {
    const rows = await listUnfiltered(db, sort ?? newest, after, limit + 1);
    return {
      ...toBookPage(list, rows, limit),
      total: rows[0]?.total ?? 0,
      isTotalCapped: false,
      searchedFor: null,
    };
  }
  const [rows, found] = await Promise.all([
    listFiltered(db, filters, sort ?? newest, after, limit + 1),
    countFilteredBooks(db, filters, maxMatches + 1),
  ]);
  return { ...toBookPage(list, rows, limit), ...getTotal(found), searchedFor: null };
}

const [inPreferred, inOthers] = ["0", "1"];

/** Books in the preferred language come first; the sort value in cursors begins with the part of the list. */
async function listByPreferredLanguage({ db }: Deps, language: string, page: Page): Promise<BookPage> {
  const { list, after, limit, filters } = page;
  const sort = page.sort ?? newest;
  const { total, isTotalCapped } = await countAll({ db }, filters);
  const isPastFirst = after?.value.startsWith(inOthers) ?? false;
  const cursor = after && { ...after, value: after.value.slice(1) };
  const first = isPastFirst ? [] : await listFiltered(db, { ...filters, language }, sort, cursor, limit + 1);
  const missing = limit + 1 - first.length;
  const others =
    missing > 0
      ? await listFiltered(
          db,
          { ...filters, exceptLanguage: language },
          sort,
          isPastFirst ? cursor : null,
          missing,
        )
      : [];
  const rows = [
    ...first.map((row) => ({ ...row, sortValue: `${inPreferred}${row.sortValue}` })),
    ...others.map((row) => ({ ...row, sortValue: `${inOthers}${row.sortValue}` })),
  ];
  return { ...toBookPage(list, rows, limit), total, isTotalCapped, searchedFor: null };
}

async function countAll({ db }: Deps, filters: Filters): Promise<Pick<BookPage, "total" | "isTotalCapped">> {
  if (isUnfiltered(filters)) {
    const [first] = await listUnfiltered(db, newest, null, 1);
    return { total: first?.total ?? 0, isTotalCapped: false };
  }
  return getTotal(await countFilteredBooks(db, filters, maxMatches + 1));
}

export const isUnfiltered = (filters: Filters) =>
  Object.values(filters).every((value) => value === undefined);

async function listSearchResults(services: SearchDeps, search: string, page: Page): Promise<BookPage> {
  const { searchDb } = services;
  const { list, after, limit, sort, filters } = page;
  for await (const { terms, correctedText } of searchInterpretations(services, search)) {
    const { rows, found } = sort
      ? await searchInOrder(searchDb, terms, filters, sort, after, limit + 1)
      : await searchByRelevance(searchDb, terms, filters, after, limit + 1);
    if (rows.length > 0)
      return { ...toBookPage(list, rows, limit), ...getTotal(found), searchedFor: correctedText };
  }
  return emptyPage;
}

const getTotal = (count: number) => ({
  total: Math.min(count, maxMatches),
  isTotalCapped: count > maxMatches,
});

function toBookPage(list: string, rows: readonly ListedRow[], limit: number) {
  const { shown, nextCursor } = toPage(rows, limit, (last) => [list, last.sortValue, last.id]);
  return { books: shown.map(toBook), nextCursor };
}

function getSort({ search, sortBy, sortOrder }: BookQuery): Sort | null {
  const by = sortBy ?? (search?.trim() ? "relevance" : "createdAt");
  if (by === "relevance") return null;
  return { by, order: sortOrder ?? defaultOrder[by] };
}

const defaultOrder: Readonly<Record<SortKey, SortOrder>> = {
  createdAt: "desc",
  averageRating: "desc",
  popularity: "desc",
  title: "asc",
};

function describeList({ cursor: _cursor, limit: _limit, ...rest }: BookQuery): string {
  return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The ids of the filter values; null when one does not exist. */
export async function findFilters(
  { db }: Deps,
  query: Pick<BookQuery, "genre" | "trope" | "author" | "format" | "language" | "isFree">,
): Promise<Filters | null> {
  const { genre, trope, author, format, language, isFree } = query;
  const genreId = genre ? await findGenreId(db, stripNul(genre)) : undefined;
  const contributorId = author ? await findContributor(db, author) : undefined;
  const tropeId = trope ? await findTropeId(db, stripNul(trope)) : undefined;
  if (genreId === null || tropeId === null || contributorId === null) return null;
  return {
    genreId,
    tropeId,
    contributorId,
    format,
    language: language && toCanonicalLanguage(language),
    isFree,
  };
}

/** By id, name, or name in the other script; null for none. */
async function findContributor(db: Services["db"], author: string): Promise<string | null> {
  const id = ContributorId.safeParse(author);
  if (id.success) return findContributorId(db, { id: id.data });
  const found = await findContributorId(db, { normalizedName: normalizeSearchText(author) });
  const key = getNameKey(author);
  if (found !== null || key === null) return found;
  return findSameNames(author, await listContributorsByKey(db, key))[0]?.id ?? null;
}

const stripNul = (text: string) => text.replaceAll("\0", "");

type ShelfQuery = InputOf<typeof booksContract.listLatest>["query"];

/** The newest books. */
export const listLatest = (context: GuestContext, { query }: InputOf<typeof booksContract.listLatest>) =>
  listShelf(context, newest, query);

export const listTopRated = (context: GuestContext, { query }: InputOf<typeof booksContract.listTopRated>) =>
  listShelf(context, { by: "averageRating", order: "desc" }, query);

async function listShelf(
  services: Deps,
  sort: Sort,
  { limit = defaultShelf, preferLanguage }: ShelfQuery,
): Promise<Book[]> {
  if (!preferLanguage) return (await listUnfiltered(services.db, sort, null, limit)).map(toBook);
  const page = { list: "", after: null, limit, sort, filters: {} };
  return (await listByPreferredLanguage(services, preferLanguage, page)).books;
}

export type ComingPage = Pick<BookPage, "books" | "nextCursor">;

const comingSoonList = "coming";

/**
 * A page of books with a release date, soonest first.
 *
 * @throws {ProblemError} `invalid_input` for a cursor of another list
 */
export async function listComingSoon(
  { db, res }: GuestHttpContext,
  { query }: InputOf<typeof booksContract.listComingSoon>,
): Promise<Book[]> {
  const { limit = defaultShelf, cursor } = query;
  const after = decodeListCursor(cursor, comingSoonList);
  const { books, nextCursor } = toBookPage(comingSoonList, await listComing(db, after, limit + 1), limit);
  addNextLink(res, booksContract.listComingSoon, query, nextCursor);
  return books;
}
