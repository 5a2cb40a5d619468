import { booksContract } from "#shared/books/contract.ts";
import { previewContract } from "#shared/books/preview.ts";
import { bindRoutes } from "#server/http/api/bind-contract.ts";
import { findDemoBook } from "./detail/demo-book.ts";
import * as detail from "./detail/detail.ts";
import * as reviews from "./detail/reviews.ts";
import * as catalogue from "./lists/catalogue.ts";
import * as facets from "./lists/facets.ts";
import { suggest } from "./search/suggest.ts";

export const booksRoutes = bindRoutes(
  booksContract,
  {
    ...catalogue,
    ...detail,
    ...facets,
    ...reviews,
    findDemoBook,
    suggest,
  },
  {
    fromReplica: [
      "listBooks",
      "listLatest",
      "listTopRated",
      "listComingSoon",
      "suggest",
      "getBook",
      "listSimilar",
      "listReviews",
      "getReview",
      "listGenres",
      "listFilters",
      "getContributor",
    ],
  },
);

export const previewRoutes = bindRoutes(previewContract, detail);
