import { readerContract, readerStreams } from "#shared/reader/contract.ts";
import { optimizedReaderStreams } from "#shared/reader/optimized-reader.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { getDemoPassage } from "./demo-passage.ts";
import { getEntry } from "./entries.ts";
import { getOptimizedReader } from "./optimized-reader/send-optimized-reader.ts";
import { getPrintedPages } from "./printed-pages.ts";
import { getQuranPassages } from "./quran-passages.ts";
import { getRecap } from "./recap.ts";
import { searchInBook } from "./search-in-book.ts";
import * as service from "./service.ts";

export const readerRoutes = bindRoutes(readerContract, {
  ...service,
  getDemoPassage,
  getPrintedPages,
  getQuranPassages,
  getRecap,
  searchInBook,
});
export const readerStreamRoutes = bindStreams(readerStreams, { getEntry });
export const optimizedReaderRoutes = bindStreams(optimizedReaderStreams, { getOptimizedReader });
