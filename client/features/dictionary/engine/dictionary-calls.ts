import type { Candidate } from "#shared/dictionary/arabic-candidates.ts";
import type { EnglishEntry } from "#shared/dictionary/contract.ts";
import { packBlocks } from "../import/pack-blocks.ts";
import { readDictionary } from "../import/read-dictionary.ts";
import {
  addDictionary,
  findLookUp,
  listDictionaries,
  openBlocks,
  orderDictionaries,
  removeDictionary,
  removeUnfinished,
  saveLookUp,
} from "./dictionary-store.ts";
import { lookUpEntries } from "./look-up-entries.ts";
import type { DictionaryInfo, Hit } from "./stored-entry.ts";

export interface DictionaryHits {
  readonly dictionary: DictionaryInfo;
  readonly hits: readonly Hit[];
}

/** The worker's handlers, by the name of the message. */
export const dictionaryCalls = {
  list: async (): Promise<DictionaryInfo[]> => {
    await removeUnfinished();
    return listDictionaries();
  },

  /** @throws {RefusedFile} */
  add: async (files: readonly File[], onProgress: (share: number) => void): Promise<DictionaryInfo> => {
    const source = await readDictionary(files);
    const entryCount = source.headwords.length;
    const info = { title: source.title, kind: source.kind, entryCount };
    return addDictionary(info, packBlocks(source), (written) => onProgress(written / entryCount));
  },

  remove: removeDictionary,
  order: orderDictionaries,

  /** In reading order, without the dictionaries that have nothing. */
  lookUp: async (candidates: readonly Candidate[]): Promise<DictionaryHits[]> => {
    const found = await Promise.all(
      (await listDictionaries()).map(async (dictionary) => ({
        dictionary,
        hits: await lookUpEntries(await openBlocks(dictionary.id), candidates),
      })),
    );
    return found.filter(({ hits }) => hits.length > 0);
  },

  findEnglish: findLookUp,
  saveEnglish: (word: string, entries: readonly EnglishEntry[]): Promise<void> => saveLookUp(word, entries),
};

export type DictionaryCalls = typeof dictionaryCalls;
