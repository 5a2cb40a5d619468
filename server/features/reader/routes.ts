import { readerContract, readerStreams } from "#shared/reader/contract.ts";
import { optimizedReaderStreams } from "#shared/reader/optimized-reader.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { getDemoPassage } from "./demo-passage.ts";
import { sendEntry } from "./entries.ts";
import { sendOptimizedReader } from "./optimized-reader/send-optimized-reader.ts";
import { findSettings, saveSettings } from "./queries.ts";
import { sendPassages } from "./quran-passages.ts";
import { getEbook, getReaderSettings, getSyncMap, saveReaderSettings, searchInBook } from "./service.ts";

export const readerRoutes = bindRoutes(readerContract, {
  getEbook: ({ user, ...services }, { params }) => getEbook(services, user, params.bookId),
  getSyncMap: ({ user, ...services }, { params }) => getSyncMap(services, user, params.bookId),
  getQuranPassages: ({ user, req, res, ...services }, { params }) =>
    sendPassages(services, user, params, { req, res }),
  getReaderSettings: ({ user, ...services }, { params }) => getReaderSettings(services, user, params.bookId),
  saveReaderSettings: ({ user, ...services }, { params, body }) =>
    saveReaderSettings(services, user, params.bookId, body),
  getReadingDefaults: ({ user, db }) => findSettings(db, user.id),
  saveReadingDefaults: async ({ user, db }, { body }) => {
    await saveSettings(db, user.id, body);
    return body;
  },
  getDemoPassage: (services) => getDemoPassage(services),
  searchInBook: ({ user, ...services }, { params, query }) =>
    searchInBook(services, user, params.bookId, query.search),
});

export const readerStreamRoutes = bindStreams(readerStreams, {
  getEntry: ({ user, req, res, ...services }, { params }) => sendEntry(services, user, params, { req, res }),
});

export const optimizedReaderRoutes = bindStreams(optimizedReaderStreams, {
  getOptimizedReader: ({ user, req, res, ...services }, { query }) =>
    sendOptimizedReader(services, user, query, { req, res }),
});
