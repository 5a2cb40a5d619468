import { booksStreams } from "#shared/books/contract.ts";
import { bindStreams } from "#server/http/api/bind-contract.ts";
import { redirectToCover, sendCover, sendEpub } from "./media.ts";

export const booksStreamRoutes = bindStreams(booksStreams, {
  getCover: ({ params }, { user, req, res, ...services }) => sendCover(services, user, params, { req, res }),
  getMedia: ({ query: { mediaType, bookId } }, { user, req, res, ...services }) =>
    mediaType === "cover"
      ? redirectToCover(services, user, bookId, { res })
      : sendEpub(services, user, bookId, { req, res }),
});
