import { dictionaryContract, dictionaryStreams } from "#shared/dictionary/contract.ts";
import { vocabularyContract, vocabularyStreams } from "#shared/dictionary/vocabulary.ts";
import { bindRoutes, bindStreams } from "#server/http/api/bind-contract.ts";
import { exportVocabulary } from "./export-vocabulary.ts";
import * as service from "./service.ts";
import { getEnglishFile } from "./stream-wordnet.ts";
import * as vocabulary from "./vocabulary.ts";

export const dictionaryRoutes = bindRoutes(dictionaryContract, service);
export const dictionaryStreamRoutes = bindStreams(dictionaryStreams, { getEnglishFile });
export const vocabularyRoutes = bindRoutes(vocabularyContract, vocabulary);
export const vocabularyStreamRoutes = bindStreams(vocabularyStreams, { exportVocabulary });
