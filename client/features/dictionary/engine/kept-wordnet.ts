import type { EnglishEntry } from "#shared/dictionary/contract.ts";
import { Wordnet } from "#shared/dictionary/wordnet.ts";
import { findKeptDictionary } from "#client/lib/offline/kept-dictionary.ts";

/** Looks a word up in the dictionary on this device; null without one. */
export async function lookUpKept(word: string): Promise<EnglishEntry[] | null> {
  const file = await findKeptDictionary();
  if (!file) return null;
  const wordnet = await Wordnet.open({
    read: async (offset, length) => new Uint8Array(await file.slice(offset, offset + length).arrayBuffer()),
    gunzip: async (bytes) => {
      const text = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
      return new Response(text).text();
    },
  });
  return wordnet.lookUp(word);
}
