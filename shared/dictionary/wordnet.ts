import type { EnglishEntry, PartOfSpeech } from "./contract.ts";
import { listEnglishCandidates } from "./english-candidates.ts";
import { trimWord } from "./fold-word.ts";

type Sense = readonly [
  part: PartOfSpeech,
  definition: string,
  examples: readonly string[],
  synonyms: readonly string[],
];

/** An entry of `server/scripts/build-wordnet.mjs`. */
type WordnetEntry = readonly [word: string, headword: string, senses: readonly Sense[]];

type Block = readonly [firstWord: string, offset: number, length: number];

/** The file of `server/scripts/build-wordnet.mjs`, of which only parts are read. */
export interface WordnetFile {
  readonly read: (offset: number, length: number) => Promise<Uint8Array<ArrayBuffer>>;
  /** Decompresses gzip to text. */
  readonly gunzip: (bytes: Uint8Array<ArrayBuffer>) => Promise<string>;
}

const maxEntries = 3;
const lengthBytes = 4;

export class Wordnet {
  readonly #file: WordnetFile;
  readonly #index: readonly Block[];
  /** Where the first block starts in the file. */
  readonly #start: number;

  private constructor(file: WordnetFile, index: readonly Block[], start: number) {
    this.#file = file;
    this.#index = index;
    this.#start = start;
  }

  static async open(file: WordnetFile): Promise<Wordnet> {
    const { buffer, byteOffset } = await file.read(0, lengthBytes);
    const length = new DataView(buffer, byteOffset).getUint32(0);
    const index = new TextDecoder().decode(await file.read(lengthBytes, length));
    return new Wordnet(file, JSON.parse(index) as Block[], lengthBytes + length);
  }

  /** The entries of a word, and of those of which it is a form. */
  async lookUp(word: string): Promise<EnglishEntry[]> {
    const entries: EnglishEntry[] = [];
    for (const { form, distance } of listEnglishCandidates(trimWord(word))) {
      const entry = await this.#find(form);
      if (entry) entries.push(toEntry(entry, distance > 0));
      if (entries.length === maxEntries) break;
    }
    return entries;
  }

  /** The entry of a lower-case word; null without one. */
  async #find(word: string): Promise<WordnetEntry | null> {
    const block = findBlock(this.#index, word);
    if (!block) return null;
    const [, offset, length] = block;
    const text = await this.#file.gunzip(await this.#file.read(this.#start + offset, length));
    return (JSON.parse(text) as WordnetEntry[]).find(([each]) => each === word) ?? null;
  }
}

/** The last block that starts at or before a word. */
function findBlock(index: readonly Block[], word: string): Block | undefined {
  let [low, high] = [0, index.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((index[middle]?.[0] ?? "") <= word) low = middle + 1;
    else high = middle;
  }
  return index[low - 1];
}

const toEntry = ([, headword, senses]: WordnetEntry, isGuess: boolean): EnglishEntry => ({
  headword,
  isGuess,
  senses: senses.map(([part, definition, examples, synonyms]) => ({
    part,
    definition,
    examples: [...examples],
    synonyms: [...synonyms],
  })),
});
