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
  listBooks: ({ query }, services) => listBooks(services, query),
  listLatest: ({ query }, services) => listLatest(services, query),
  listTopRated: ({ query }, services) => listTopRated(services, query),
  listComingSoon: async ({ query }, { res, ...services }) =>
    addLinkHeader(res, query, await listComingSoon(services, query)),
  suggest: ({ query }, services) => suggest(services, query.search, query.limit),
  findDemoBook: (_input, services) => findDemoBook(services),
  getBook: ({ params }, { user, ...services }) => getBook(services, user, params.bookId),
  listSimilar: ({ params, query }, { user, ...services }) =>
    listSimilar(services, user, params.bookId, query.limit),
  listReviews: ({ params, query }, { user, ...services }) =>
    listReviews(services, user, params.bookId, query),
  getReview: ({ params }, { user, ...services }) => getReview(services, user, params.reviewId),
  markHelpful: ({ params, body }, { user, ...services }) =>
    markHelpful(services, user, params.reviewId, body.isHelpful),
  listGenres: (_input, services) => listGenres(services),
  listFilters: (_input, services) => listFilters(services),
  getContributor: ({ params }, services) => getContributor(services, params.contributorId),
});

export const previewRoutes = bindRoutes(previewContract, {
  previewBook: ({ params, query }, { user, ...services }) =>
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
