import { useQuery } from "@tanstack/react-query";
import type { InputOf } from "#shared/api/contract.ts";
import { call } from "#shared/api/http-client.ts";
import { foldWord } from "#shared/dictionary/fold-word.ts";
import { vocabularyContract } from "#shared/dictionary/vocabulary.ts";
import { getQueryMeta } from "#client/lib/api/query.ts";
import { useStore } from "#client/lib/store.ts";
import { unsentWords } from "../vocabulary-outbox.ts";

const { listVocabulary } = vocabularyContract;

/** Whether the vocabulary has the word, and whether it waits for a connection. */
export function useSavedWord(word: string) {
  const { data: isInVocabulary = false, isPending } = useQuery({
    queryKey: ["saved word", word],
    queryFn: () => isSaved(word),
    meta: getQueryMeta(listVocabulary),
    staleTime: 0,
    networkMode: "always",
  });
  const isWaiting = useStore(unsentWords).some((unsent) => isSameWord(unsent.word, word));
  return { isSaved: isInVocabulary || isWaiting, isWaiting, isPending };
}

async function isSaved(word: string): Promise<boolean> {
  const find = async (query: InputOf<typeof listVocabulary>["query"]) =>
    (await call(listVocabulary, { query })).words.some((saved) => isSameWord(saved, word));
  try {
    return await find({ word });
  } catch {
    // Without a connection the device has the latest words.
    return find({}).catch(() => false);
  }
}

const isSameWord = (saved: { readonly word: string }, word: string) =>
  foldWord(saved.word) === foldWord(word);
