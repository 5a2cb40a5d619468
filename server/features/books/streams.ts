import { booksStreams } from "#shared/books/contract.ts";
import { bindStreams } from "#server/http/api/bind-contract.ts";
import { redirectToCover, sendCover, sendEpub } from "./media.ts";

export const booksStreamRoutes = bindStreams(booksStreams, {
  getCover: ({ user, req, res, ...services }, { params }) => sendCover(services, user, params, { req, res }),
  getMedia: ({ user, req, res, ...services }, { query: { mediaType, bookId } }) =>
    mediaType === "cover"
      ? redirectToCover(services, user, bookId, { res })
      : sendEpub(services, user, bookId, { req, res }),
});
