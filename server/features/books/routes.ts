import type { Response } from "express";
import { getUrl } from "#shared/api/http-client.ts";
import { booksContract } from "#shared/books/contract.ts";
import { previewContract } from "#shared/books/preview.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { findDemoBook } from "./detail/demo-book.ts";
import { getBook, getBookPreview, getContributor, listSimilar } from "./detail/detail.ts";
import { getReview, listReviews, markHelpful } from "./detail/reviews.ts";
import { type ComingPage, listBooks, listComingSoon, listLatest, listTopRated } from "./lists/catalogue.ts";
import { listFilters, listGenres } from "./lists/facets.ts";
import { suggest } from "./search/suggest.ts";

export const booksRoutes = bindRoutes(booksContract, {
  listBooks: (services, { query }) => listBooks(services, query),
  listLatest: (services, { query }) => listLatest(services, query),
  listTopRated: (services, { query }) => listTopRated(services, query),
  listComingSoon: async ({ res, ...services }, { query }) =>
    addLinkHeader(res, query, await listComingSoon(services, query)),
  suggest: (services, { query }) => suggest(services, query.search, query.limit),
  findDemoBook: (services) => findDemoBook(services),
  getBook: ({ user, ...services }, { params }) => getBook(services, user, params.bookId),
  listSimilar: ({ user, ...services }, { params, query }) =>
    listSimilar(services, user, params.bookId, query.limit),
  listReviews: ({ user, ...services }, { params, query }) =>
    listReviews(services, user, params.bookId, query),
  getReview: ({ user, ...services }, { params }) => getReview(services, user, params.reviewId),
  markHelpful: ({ user, ...services }, { params, body }) =>
    markHelpful(services, user, params.reviewId, body.isHelpful),
  listGenres: (services) => listGenres(services),
  listFilters: (services) => listFilters(services),
  getContributor: (services, { params }) => getContributor(services, params.contributorId),
});

export const previewRoutes = bindRoutes(previewContract, {
  previewBook: ({ user, ...services }, { params, query }) =>
    getBookPreview(services, user, params.bookId, query.viewer),
});

/** Adds the `Link` header with the next page (RFC 8288). */
function addLinkHeader(res: Response, query: object, { books, nextCursor }: ComingPage): ComingPage["books"] {
  if (nextCursor) {
    const next = getUrl(booksContract.listComingSoon, { query: { ...query, cursor: nextCursor } });
    res.setHeader("Link", `<${next}>; rel="next"`);
  }
  return books;
}
