import { decodeReply } from "#shared/api/http-client.ts";
import type { BookId } from "#shared/books/book.ts";
import { booksContract } from "#shared/books/contract.ts";
import { type CatalogueQuery, type LibraryQuery, opdsSorts } from "#shared/opds/contract.ts";
import { listCataloguePage } from "#server/features/books/service.ts";
import { listLibraryPage } from "#server/features/library/service.ts";
import { callAsGuest } from "#server/http/api/bind-contract.ts";
import { notFound } from "#server/http/api/problem.ts";
import { getLanguageName } from "./build-feeds.ts";
import { createFeed, listPageLinks } from "./create-feed.ts";
import type { FacetGroup, Feed, FeedLink, Publication } from "./feed.ts";
import type { FeedContext } from "./feed-context.ts";
import { listPublications } from "./list-publications.ts";
import { findContributorName, findSeries } from "./queries.ts";

const pageSize = 30;

const sorts = {
  new: { by: "createdAt", order: "desc" },
  popular: { by: "popularity", order: "desc" },
  title: { by: "title", order: "asc" },
} as const;

/** A book without a link to it would be a dead end in an app. */
const isObtainable = ({ links }: Publication) =>
  links.some(({ rel }) => rel.startsWith("http://opds-spec.org/acquisition"));

/** The visible ones of these books that the caller may get a file or a manifest of. */
export async function listObtainable(
  context: FeedContext,
  bookIds: readonly BookId[],
): Promise<Publication[]> {
  return (await listPublications(context, bookIds)).filter(isObtainable);
}

export const getUpdated = (publications: readonly Publication[]) =>
  new Date(Math.max(0, ...publications.map(({ updatedAt }) => updatedAt.getTime())));

/**
 * Books by genre, author, language and format, or those found by words.
 *
 * @throws {ProblemError} `invalid_input` for another list's cursor
 */
export async function buildBooks(context: FeedContext, catalogueQuery: CatalogueQuery): Promise<Feed> {
  if (catalogueQuery.query?.trim()) return buildResults(context, catalogueQuery);
  const { after, before, page, query: _empty, ...query } = catalogueQuery;
  const { sort = "new", ...filters } = query;
  const found = await listCataloguePage(context, filters, sorts[sort], {
    after,
    before,
    page,
    limit: pageSize,
  });
  const publications = await listObtainable(context, found.bookIds);
  return createFeed(context, {
    path: "/books",
    query: catalogueQuery,
    title: await getTitle(context, query),
    updated: getUpdated(publications),
    kind: "acquisition",
    total: found.isTotalCapped ? null : found.total,
    pageSize,
    links: listPageLinks(context, "acquisition", {
      path: "/books",
      query,
      before: found.before,
      after: found.after,
    }),
    facets: await listFacets(context, query),
    publications,
  });
}

type Filters = Omit<CatalogueQuery, "after" | "before" | "page" | "query">;

async function getTitle({ db, t, language: own }: FeedContext, query: Filters): Promise<string> {
  const { genre, author, language, format, isFree, sort } = query;
  if (author) return (await findContributorName(db, author)) ?? t("opds.books");
  if (genre) return genre;
  if (language) return getLanguageName(language, own);
  if (format === "audiobook") return t("opds.audiobooks");
  if (isFree) return t("opds.free");
  return sort === "popular" ? t("opds.popular") : sort === "new" ? t("opds.new") : t("opds.books");
}

/** Found books, the best first; in this order a list has no way back. */
async function buildResults(context: FeedContext, query: CatalogueQuery): Promise<Feed> {
  const { services, t, getUrl } = context;
  const { query: search = "", after, before: _before, page: _page, sort: _sort, ...filters } = query;
  const reply = await callAsGuest(services, booksContract.listBooks, {
    query: { search, limit: pageSize, cursor: after, ...filters },
  });
  const { books, total, isTotalCapped, nextCursor } = decodeReply(booksContract.listBooks, reply);
  const publications = await listObtainable(
    context,
    books.map(({ id }) => id),
  );
  const shared = { query: search, ...filters };
  return createFeed(context, {
    path: "/books",
    query,
    title: t("opds.results", { query: search }),
    updated: getUpdated(publications),
    kind: "acquisition",
    total: isTotalCapped ? null : total,
    pageSize,
    links: listForwardLinks(
      getUrl("/books", shared),
      nextCursor && getUrl("/books", { ...shared, after: nextCursor }),
    ),
    publications,
  });
}

export function listForwardLinks(first: string, next: string | null): FeedLink[] {
  const kind = "acquisition";
  return [
    { rel: "first", href: first, kind },
    ...(next === null ? [] : [{ rel: "next", href: next, kind } as const]),
  ];
}

async function listFacets(context: FeedContext, query: Filters): Promise<FacetGroup[]> {
  const { t, getUrl, language } = context;
  const toLink = (title: string, changed: Filters, isActive: boolean, count: number | null = null) => ({
    ...{ title, isActive, count },
    href: getUrl("/books", { ...query, ...changed }),
  });
  const { sort = "new", format, isFree } = query;
  const formats = [undefined, "ebook", "audiobook"] as const;
  return [
    {
      title: t("opds.facet.sort"),
      links: opdsSorts.map((each) => toLink(t(`opds.sort.${each}`), { sort: each }, sort === each)),
    },
    {
      title: t("opds.facet.format"),
      links: formats.map((each) =>
        toLink(t(`opds.format.${each ?? "all"}`), { format: each }, format === each),
      ),
    },
    {
      title: t("opds.facet.price"),
      links: [
        toLink(t("opds.price.all"), { isFree: undefined }, isFree !== true),
        toLink(t("opds.price.free"), { isFree: true }, isFree === true),
      ],
    },
    {
      title: t("opds.facet.language"),
      links: [
        toLink(t("opds.language.all"), { language: undefined }, query.language === undefined),
        ...(await listLanguages(context)).map(({ code }) =>
          toLink(getLanguageName(code, language), { language: code }, query.language === code),
        ),
      ],
    },
  ];
}

async function listLanguages({ services }: FeedContext) {
  const reply = await callAsGuest(services, booksContract.listFilters, {});
  return decodeReply(booksContract.listFilters, reply).languages.slice(0, 12);
}

/** @throws {ProblemError} `not_found` */
export async function buildSeriesBooks(context: FeedContext, seriesId: string): Promise<Feed> {
  const series = await findSeries(context.db, seriesId);
  if (!series) throw notFound("series");
  const publications = await listObtainable(context, series.bookIds);
  return createFeed(context, {
    path: `/series/${seriesId}`,
    up: "/series",
    title: series.name,
    updated: getUpdated(publications),
    kind: "acquisition",
    total: publications.length,
    publications,
  });
}

/**
 * The library of a user, what changed last first.
 *
 * @throws {ProblemError} `invalid_input` for another list's cursor
 */
export async function buildLibrary(context: FeedContext, query: LibraryQuery): Promise<Feed> {
  const { user, db, t, getUrl } = context;
  if (!user) throw new Error("A library belongs to a user.");
  const { after, format } = query;
  const { entries, nextCursor } = await listLibraryPage(
    { db, user },
    { format, cursor: after, limit: pageSize },
  );
  const publications = await listObtainable(
    context,
    entries.map(({ book }) => book.id),
  );
  const toFacet = (title: string, changed: LibraryQuery["format"]) => ({
    ...{ title, isActive: format === changed, count: null },
    href: getUrl("/library", { format: changed }),
  });
  return createFeed(context, {
    path: "/library",
    query,
    title: t("opds.library"),
    updated: new Date(Math.max(0, ...entries.map(({ updatedAt }) => updatedAt.getTime()))),
    kind: "acquisition",
    pageSize,
    links: listForwardLinks(
      getUrl("/library", { format }),
      nextCursor && getUrl("/library", { format, after: nextCursor }),
    ),
    facets: [
      {
        title: t("opds.facet.format"),
        links: [
          toFacet(t("opds.format.all"), undefined),
          toFacet(t("opds.format.ebook"), "ebook"),
          toFacet(t("opds.format.audiobook"), "audiobook"),
        ],
      },
    ],
    publications,
  });
}

/** @throws {ProblemError} `not_found` */
export async function getPublication(context: FeedContext, bookId: BookId): Promise<Publication> {
  const [publication] = await listPublications(context, [bookId]);
  if (!publication) throw notFound("book");
  return publication;
}
