import { readQuranPackage, type Surah } from "./quran-package.ts";
import { isSameWord, type QuranWord, toQuranWords } from "./quran-word.ts";

const yaFirst = toQuranWords("ي")[0]?.weak ?? "";

export const minWords = 4;

export class QuranIndex {
  readonly #roots = new Map<string, number>();
  readonly #spellings: readonly string[];
  /** The root of each word (0 between surahs), and its spelling. */
  readonly #rootAt: Uint16Array;
  readonly #spellingAt: Uint16Array;
  /** The first position of four roots by hash, and the next with the same hash; -1 for none. */
  readonly #first = new Int32Array(buckets).fill(-1);
  readonly #next: Int32Array;

  constructor(surahs: readonly Surah[]) {
    const [roots, spellings, spellingNumbers]: [number[], number[], Map<string, number>] = [
      [],
      [],
      new Map(),
    ];
    for (const { verses } of surahs) {
      for (const word of verses.flatMap(({ text }) => text.split(/\s+/u).flatMap(toQuranWords))) {
        roots.push(getNumber(this.#roots, word.root) + 1);
        spellings.push(getNumber(spellingNumbers, word.weak));
      }
      roots.push(0);
      spellings.push(0);
    }
    this.#spellings = [...spellingNumbers.keys()];
    this.#rootAt = Uint16Array.from(roots);
    this.#spellingAt = Uint16Array.from(spellings);
    this.#next = new Int32Array(roots.length).fill(-1);
    for (let at = 0; at + minWords <= roots.length; at++) this.#insert(at);
  }

  /** The number of a word's root; 0 for words that are not in the Qur'an. */
  getRoot({ root }: QuranWord): number {
    return (this.#roots.get(root) ?? -1) + 1;
  }

  /**
   * Whether a neighbouring word is the vocative `ya` joined with a name.
   *
   * @param position of the four words
   */
  isVocativePair(word: QuranWord, position: number, offset: number): boolean {
    const [call, name] =
      offset < 0 ? [position + offset - 1, position + offset] : [position + offset, position + offset + 1];
    const isCall = this.#rootAt[call] === this.getRoot({ root: "", weak: "" });
    return isCall && word.weak.startsWith(yaFirst) && this.#rootAt[name] === this.getRoot(word);
  }

  /**
   * The positions of four consecutive words in the Qur'an.
   *
   * @param roots of the words, from `at`
   */
  find(words: readonly QuranWord[], roots: Uint16Array, at: number): readonly number[] {
    const bucket = hashRoots(roots, at);
    if (bucket < 0) return [];
    const found: number[] = [];
    for (let position = this.#first[bucket] ?? -1; position >= 0; position = this.#next[position] ?? -1) {
      if (this.#isAt(words, roots, at, position)) found.push(position);
    }
    return found;
  }

  #isAt(words: readonly QuranWord[], roots: Uint16Array, at: number, position: number): boolean {
    for (let index = 0; index < minWords; index++) {
      if (roots[at + index] !== this.#rootAt[position + index]) return false;
    }
    for (let index = 0; index < minWords; index++) {
      const spelling = this.#spellings[this.#spellingAt[position + index] ?? -1] ?? "";
      if (!isSameWord(words[at + index]?.weak ?? "", spelling)) return false;
    }
    return true;
  }

  #insert(at: number): void {
    const bucket = hashRoots(this.#rootAt, at);
    if (bucket < 0) return;
    this.#next[at] = this.#first[bucket] ?? -1;
    this.#first[bucket] = at;
  }
}

const buckets = 1 << 16;

/** -1 where one of the four is 0. */
function hashRoots(roots: Uint16Array, at: number): number {
  let hash = 0;
  for (let index = 0; index < minWords; index++) {
    const root = roots[at + index] ?? 0;
    if (root === 0) return -1;
    hash = Math.imul(hash ^ root, 0x9e3779b1);
    hash ^= hash >>> 15;
  }
  return hash & (buckets - 1);
}

function getNumber(numbers: Map<string, number>, text: string): number {
  const number = numbers.get(text) ?? numbers.size;
  numbers.set(text, number);
  return number;
}

let index: QuranIndex | null | undefined;

/** The index of the licensed package, built on first use; null when it is not installed. */
export function getQuranIndex(): QuranIndex | null {
  if (index === undefined) {
    const surahs = readQuranPackage();
    index = surahs && new QuranIndex(surahs);
  }
  return index;
}
