import { createRandom } from "#server/testing/books/new-edition.ts";

type Random = () => number;

/** Draws indexes as often as their weights say; takes a number from 0 to 1. */
export function createSampler(weights: Iterable<number>): (fraction: number) => number {
  let sum = 0;
  const ends = Float64Array.from(weights, (weight) => (sum += weight));
  return (fraction) => {
    let [low, high] = [0, ends.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < fraction * sum) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}

const pick = <T>(random: Random, from: readonly T[]): T => from[Math.floor(random() * from.length)] as T;

const roots = [..."بتثجحخدذرزسشصضطظعغفقكلمنهوي"];
const patterns = ["123", "1ا23", "12ا3", "12ي3", "م12و3", "م123ة", "ت12ي3", "1و23ي", "ا12ا3", "123ات"];

function makeArabicWord(random: Random): string {
  const root = [pick(random, roots), pick(random, roots), pick(random, roots)];
  const word = pick(random, patterns).replace(/[123]/g, (locator) => root[Number(locator) - 1] ?? "");
  return random() < 0.25 ? `ال${word}` : word;
}

const onsets = "b d dh f g gh h j k kh l m n q r s sh t th w y z ḥ ṣ ḍ ṭ".split(" ");
const vowels = "a a a i u ā ī ū e o".split(" ");
const codas = ["", "", "", "n", "r", "l", "m", "d", "t", "b"];

function makeLatinWord(random: Random): string {
  let word = "";
  for (let syllables = 2 + Math.floor(random() * 2.2); syllables > 0; syllables--) {
    word += pick(random, onsets) + pick(random, vowels) + pick(random, codas);
  }
  return random() < 0.04 ? `al-${word}` : word;
}

const commonLatin = [
  ..."quran muhammad salah ramadan hadith bukhari ghazali nawawi islam prayer history letters stories".split(
    " ",
  ),
  ..."children mercy light knowledge journey city book tales garden heart night path".split(" "),
];
const commonArabic =
  "القرآن محمد الصلاة رمضان الحديث البخاري الغزالي الإسلام تاريخ رسائل قصص رحلة نور كتاب علم باب".split(" ");

export class Vocabulary {
  readonly words: readonly string[];
  readonly #sample: (fraction: number) => number;
  readonly #random: Random;

  constructor(script: "arabic" | "latin", size: number, seed: number) {
    this.#random = createRandom(seed);
    const words = new Set<string>();
    const make = script === "arabic" ? makeArabicWord : makeLatinWord;
    while (words.size < size) words.add(make(this.#random));
    const commonWords = script === "arabic" ? commonArabic : commonLatin;
    this.words = [...words].toSpliced(20, 0, ...commonWords);
    this.#sample = createSampler(this.words.map((_, rank) => 1 / (rank + 3) ** 1.02));
  }

  draw(): string {
    return this.words[this.#sample(this.#random())] ?? "";
  }

  makeText(min: number, max: number): string {
    const count = min + Math.floor(this.#random() * (max - min + 1));
    return Array.from({ length: count }, () => this.draw()).join(" ");
  }
}
