import { foldWord } from "#shared/dictionary/fold-word.ts";
import type { StoredBlock, StoredEntry } from "../engine/stored-entry.ts";
import type { DictionarySource } from "./dictionary-source.ts";
import { maxHeadwordLength } from "./limits.ts";

/** Characters of a block. A look-up reads one block. */
const blockLength = 16_000;

/** The entries of a dictionary in the order of their folded headwords, in blocks. */
export function* packBlocks({ headwords, getDefinition }: DictionarySource): Generator<StoredBlock> {
  const keys = headwords.map((headword) => foldWord(headword.slice(0, maxHeadwordLength)));
  const order = Uint32Array.from(keys.keys()).sort((a, b) => compare(keys[a] ?? "", keys[b] ?? "") || a - b);
  let entries: StoredEntry[] = [];
  let length = 0;
  let lastKey: string | null = null;
  for (const n of order) {
    const [key = "", headword = ""] = [keys[n], headwords[n]];
    const definition = getDefinition(n);
    if (key === "" || definition.length === 0) continue;
    if (length >= blockLength && key !== lastKey) {
      yield { firstKey: entries[0]?.[0] ?? "", entries };
      entries = [];
      length = 0;
    }
    entries.push([key, headword.slice(0, maxHeadwordLength), definition]);
    length += definition.reduce((sum, [, content]) => sum + content.length, key.length + headword.length);
    lastKey = key;
  }
  if (entries.length > 0) yield { firstKey: entries[0]?.[0] ?? "", entries };
}

/** In the order of IndexedDB, by UTF-16 code units. */
const compare = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0);
