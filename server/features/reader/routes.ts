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
  getEbook: ({ params }, { user, ...services }) => getEbook(services, user, params.bookId),
  getSyncMap: ({ params }, { user, ...services }) => getSyncMap(services, user, params.bookId),
  getQuranPassages: ({ params }, { user, req, res, ...services }) =>
    sendPassages(services, user, params, { req, res }),
  getReaderSettings: ({ params }, { user, ...services }) => getReaderSettings(services, user, params.bookId),
  saveReaderSettings: ({ params, body }, { user, ...services }) =>
    saveReaderSettings(services, user, params.bookId, body),
  getReadingDefaults: (_input, { user, db }) => findSettings(db, user.id),
  saveReadingDefaults: async ({ body }, { user, db }) => {
    await saveSettings(db, user.id, body);
    return body;
  },
  getDemoPassage: (_input, services) => getDemoPassage(services),
  searchInBook: ({ params, query }, { user, ...services }) =>
    searchInBook(services, user, params.bookId, query.search),
});

export const readerStreamRoutes = bindStreams(readerStreams, {
  getEntry: ({ params }, { user, req, res, ...services }) => sendEntry(services, user, params, { req, res }),
});

export const optimizedReaderRoutes = bindStreams(optimizedReaderStreams, {
  getOptimizedReader: ({ query }, { user, req, res, ...services }) =>
    sendOptimizedReader(services, user, query, { req, res }),
});
