import { isArabicScript } from "#shared/books/script.ts";
import type { TextSpan } from "#shared/reader/sentences.ts";
import { findHonorific, isHonorific } from "#shared/text/honorifics.ts";
import { getBaseLanguage } from "./languages.ts";

export interface LanguageSegment {
  readonly text: string;
  readonly language: string;
  readonly isSilent: boolean;
  readonly isQuranMarkup: boolean;
}

export interface Passage {
  /** `unchecked` is Arabic that has not been checked for Qur'an passages. */
  readonly kind: "speech" | "verse" | "unchecked";
  readonly language: string;
  readonly text: string;
  readonly sources: readonly number[];
}

/** Character ranges in the sentence with collapsed white space; null while unknown. */
export type VerseRanges = readonly TextSpan[] | null;

const minWords = 4;

const arabicLetter = /\p{Script=Arabic}/u;
const letter = /[\p{L}\p{N}]/u;
const basmalaLigature = "\uFDFD";
const unspoken = /[\u0640\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\uFD3E\uFD3F\u06DD\u06DE\u06E9]/u;
const noteReference = /\[\d{1,4}\]|[\u00B9\u00B2\u00B3\u2070\u2074-\u2079]+/gu;

/**
 * Splits a sentence by language and by Qur'an passages, and replaces honorific ligatures by words.
 *
 * @param bookLanguage the language of the book
 */
export function splitByLanguage(
  pieces: readonly LanguageSegment[],
  verses: VerseRanges,
  bookLanguage: string,
): Passage[] {
  const text = pieces.map((piece) => piece.text).join("");
  const builder = new PassageBuilder(bookLanguage);
  const silent = findSilent(pieces, text);
  const offsets = getCollapsedOffsets(text);
  const isVerse = verses ? isWithin(verses, offsets) : isWithin(findBrackets(text));
  let at = 0;
  for (const piece of pieces) {
    for (const character of piece.text) {
      const isUnspoken =
        isVerse(at) || (verses === null && piece.isQuranMarkup) || character === basmalaLigature;
      if (!silent[at]) builder.add(character, at, piece.language, isUnspoken);
      at += character.length;
    }
  }
  const passages = builder.end();
  return verses === null ? passages.map(toUnchecked) : passages;
}

function getCollapsedOffsets(text: string): readonly number[] {
  let [offset, isSpaced] = [0, true];
  return Array.from({ length: text.length }, (_, at) => {
    const isSpace = /\s/u.test(text.charAt(at));
    const start = offset;
    if (!isSpace || !isSpaced) offset += 1;
    isSpaced = isSpace;
    return start;
  });
}

function isWithin(ranges: readonly TextSpan[], offsets?: readonly number[]): (at: number) => boolean {
  return (at) => {
    const offset = offsets?.[at] ?? at;
    return ranges.some(({ start, end }) => offset >= start && offset < end);
  };
}

const findBrackets = (text: string): TextSpan[] =>
  Array.from(text.matchAll(/[\uFD3E\uFD3F][^\uFD3E\uFD3F]*[\uFD3E\uFD3F]?/gu), ({ index, 0: found }) => ({
    start: index,
    end: index + found.length,
  }));

function findSilent(pieces: readonly LanguageSegment[], text: string): readonly boolean[] {
  const silent = pieces.flatMap((piece) => Array.from({ length: piece.text.length }, () => piece.isSilent));
  for (const { index, 0: character } of text.matchAll(noteReference))
    silent.fill(true, index, index + character.length);
  return silent;
}

function toUnchecked(passage: Passage): Passage {
  const words = passage.text.match(/\p{Script=Arabic}[\p{Script=Arabic}\p{M}]*/gu)?.length ?? 0;
  return passage.kind === "speech" && words >= minWords ? { ...passage, kind: "unchecked" } : passage;
}

class PassageBuilder {
  readonly #bookLanguage: string;
  readonly #passages: Passage[] = [];
  #kind: "speech" | "verse" = "speech";
  #language: string;
  #text = "";
  #sources: number[] = [];
  /** Spaces and punctuation take the language of their neighbour. */
  #pending: { readonly character: string; readonly at: number }[] = [];

  constructor(bookLanguage: string) {
    this.#bookLanguage = bookLanguage;
    this.#language = bookLanguage;
  }

  add(character: string, at: number, writtenLanguage: string, isVerse: boolean): void {
    if (unspoken.test(character) && !isVerse) return;
    if (
      !letter.test(character) &&
      !isHonorific(character) &&
      character !== basmalaLigature &&
      !/\p{M}/u.test(character)
    ) {
      this.#pending.push({ character, at });
      return;
    }
    const kind = isVerse ? "verse" : "speech";
    const language = isVerse ? "ar" : this.#getLanguage(character, writtenLanguage);
    if (kind !== this.#kind || getBaseLanguage(language) !== getBaseLanguage(this.#language))
      this.#begin(kind, language);
    this.#flushPending();
    this.#append(
      findHonorific(character, isArabicScript(language), getBaseLanguage(language)) ?? character,
      at,
    );
  }

  end(): Passage[] {
    this.#flushPending();
    this.#finish();
    return this.#passages;
  }

  #getLanguage(character: string, written: string): string {
    if (/[\p{N}\p{M}]/u.test(character) || isHonorific(character))
      return this.#text === "" ? written : this.#language;
    if (arabicLetter.test(character)) return isArabicScript(written) ? written : "ar";
    return isArabicScript(written) ? this.#bookLanguage : written;
  }

  #begin(kind: "speech" | "verse", language: string): void {
    const space = this.#pending.findIndex(({ character }) => /\s/u.test(character));
    const opens = this.#pending.findIndex(({ character }) => /[\p{Ps}\p{Pi}]/u.test(character));
    const cut = space >= 0 ? space : opens >= 0 ? opens : this.#pending.length;
    const following = this.#pending.slice(cut);
    this.#pending = this.#pending.slice(0, cut);
    this.#flushPending();
    this.#finish();
    [this.#kind, this.#language, this.#pending] = [kind, language, following];
  }

  #flushPending(): void {
    for (const { character, at } of this.#pending) this.#append(character, at);
    this.#pending = [];
  }

  #append(characters: string, at: number): void {
    const isSpace = /^\s+$/u.test(characters);
    if (isSpace && (this.#text === "" || this.#text.endsWith(" "))) return;
    const normalized = isSpace ? " " : addSpace(characters, this.#text);
    this.#text += normalized;
    for (let i = 0; i < normalized.length; i++) this.#sources.push(at);
  }

  #finish(): void {
    const text = this.#text.trimEnd();
    if (letter.test(text) || text.includes(basmalaLigature)) {
      this.#passages.push({
        kind: this.#kind,
        language: this.#language,
        text,
        sources: this.#sources.slice(0, text.length),
      });
    }
    this.#text = "";
    this.#sources = [];
  }
}

const addSpace = (characters: string, text: string) =>
  characters.length > 2 && text !== "" && !text.endsWith(" ") ? ` ${characters}` : characters;
