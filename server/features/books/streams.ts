import { booksStreams } from "#shared/books/contract.ts";
import { bindStreams } from "#server/http/api/bind-contract.ts";
import { getCover, redirectToCover, sendEpub } from "./media.ts";

export const booksStreamRoutes = bindStreams(booksStreams, {
  getCover,
  getMedia: (context, { query: { mediaType, bookId } }) =>
    mediaType === "cover"
      ? redirectToCover(context, context.user, bookId, context)
      : sendEpub(context, context.user, bookId, context),
});
