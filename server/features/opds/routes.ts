import type { BookId } from "#shared/books/book.ts";
import {
  type CatalogueQuery,
  type LibraryQuery,
  type OpdsVersion,
  opdsMediaTypes,
  opdsStreams,
  type PageQuery,
  type ShelfQuery,
} from "#shared/opds/contract.ts";
import { progressionContract } from "#shared/opds/progression-contract.ts";
import type { ShelfId } from "#shared/shelves/contract.ts";
import { bindRoutes, bindStreams, combineRoutes } from "#server/http/api/bind-contract.ts";
import type { GuestHttpContext } from "#server/http/api/context.ts";
import { sendDocument } from "#server/http/api/send-document.ts";
import { createAuthenticationDocument } from "./authentication.ts";
import { buildBooks, buildLibrary, buildSeriesBooks, getPublication } from "./book-feeds.ts";
import { buildAuthors, buildGenres, buildLanguages, buildRoot, buildSeries } from "./build-feeds.ts";
import type { Feed } from "./feed.ts";
import { createFeedContext, type FeedContext } from "./feed-context.ts";
import { buildAudiobookManifest, buildPositionList, buildWebManifest } from "./manifests.ts";
import { getProgression, saveProgression } from "./progression.ts";
import { sendFeed, sendPublication } from "./send-feed.ts";
import { buildShelf, buildShelves } from "./shelf-feeds.ts";
import { writeSearchDescription } from "./write-atom.ts";

type Build<Input> = (context: FeedContext, input: Input) => Promise<Feed>;

const createSender =
  <Input>(version: OpdsVersion, build: Build<Input>) =>
  async (http: GuestHttpContext, input: Input): Promise<void> => {
    const context = createFeedContext(http, version);
    sendFeed(http, context, await build(context, input));
  };

const createSenders = (version: OpdsVersion) => ({
  root: createSender(version, (context) => buildRoot(context)),
  genres: createSender(version, (context) => buildGenres(context)),
  languages: createSender(version, (context) => buildLanguages(context)),
  authors: createSender(version, (context, { query }: { query: PageQuery }) => buildAuthors(context, query)),
  series: createSender(version, (context, { query }: { query: PageQuery }) => buildSeries(context, query)),
  books: createSender(version, (context, { query }: { query: CatalogueQuery }) => buildBooks(context, query)),
  library: createSender(version, (context, { query }: { query: LibraryQuery }) =>
    buildLibrary(context, query),
  ),
  shelves: createSender(version, (context) => buildShelves(context)),
  shelfBooks: createSender(
    version,
    (context, { params, query }: { params: { shelfId: ShelfId }; query: ShelfQuery }) =>
      buildShelf(context, params.shelfId, query),
  ),
  seriesBooks: createSender(version, (context, { params }: { params: { seriesId: string } }) =>
    buildSeriesBooks(context, params.seriesId),
  ),
  book: async (http: GuestHttpContext, { params }: { params: { bookId: BookId } }) => {
    const context = createFeedContext(http, version);
    sendPublication(http, context, await getPublication(context, params.bookId));
  },
});

const sendJson = (http: GuestHttpContext, type: string, document: object) =>
  sendDocument(http, type, JSON.stringify(document));

const [atom, json] = [createSenders("atom"), createSenders("json")];

const streamRoutes = bindStreams(
  opdsStreams,
  {
    getAtomRoot: atom.root,
    getAtomGenres: atom.genres,
    getAtomLanguages: atom.languages,
    getAtomAuthors: atom.authors,
    getAtomSeries: atom.series,
    getAtomBooks: atom.books,
    getAtomSeriesBooks: atom.seriesBooks,
    getAtomBook: atom.book,
    getAtomLibrary: atom.library,
    getAtomShelves: atom.shelves,
    getAtomShelfBooks: atom.shelfBooks,
    getJsonRoot: json.root,
    getJsonGenres: json.genres,
    getJsonLanguages: json.languages,
    getJsonAuthors: json.authors,
    getJsonSeries: json.series,
    getJsonBooks: json.books,
    getJsonSeriesBooks: json.seriesBooks,
    getJsonBook: json.book,
    getJsonLibrary: json.library,
    getJsonShelves: json.shelves,
    getJsonShelfBooks: json.shelfBooks,
    getSearchDescription: (http) =>
      sendDocument(http, opdsMediaTypes.search, writeSearchDescription(createFeedContext(http, "atom"))),
    getWebManifest: async (http, { params: { bookId } }) =>
      sendJson(http, opdsMediaTypes.webPublication, await buildWebManifest(http, bookId)),
    getPositionList: async (http, { params: { bookId } }) =>
      sendJson(http, opdsMediaTypes.positions, await buildPositionList(http, bookId)),
    getAudiobookManifest: async (http, { params: { bookId } }) =>
      sendJson(http, opdsMediaTypes.audiobook, await buildAudiobookManifest(http, bookId)),
    getAuthentication: (http) => {
      const { language } = createFeedContext(http, "json");
      const document = createAuthenticationDocument(http.settings, language);
      sendJson(http, opdsMediaTypes.authentication, document);
    },
  },
  {
    fromReplica: [
      "getAtomGenres",
      "getAtomLanguages",
      "getAtomAuthors",
      "getAtomSeries",
      "getAtomBooks",
      "getAtomSeriesBooks",
      "getAtomBook",
      "getJsonGenres",
      "getJsonLanguages",
      "getJsonAuthors",
      "getJsonSeries",
      "getJsonBooks",
      "getJsonSeriesBooks",
      "getJsonBook",
    ],
  },
);

export const opdsRoutes = combineRoutes(
  streamRoutes,
  bindRoutes(progressionContract, { getProgression, saveProgression }),
);
