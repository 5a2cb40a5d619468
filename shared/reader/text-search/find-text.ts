import { normalizeSearchText } from "#shared/books/normalize-search-text.ts";
import { collapseSpace } from "#shared/reader/sentences.ts";
import { findUthmani, toUthmaniLetters } from "./quran-spelling.ts";

interface NormalizedText {
  readonly normalized: string;
  readonly offsets: readonly number[];
}

export interface Match {
  readonly before: string;
  readonly match: string;
  readonly after: string;
  /** The characters of the sentence, white space not counted, before the match and up to its end. */
  readonly start: number;
  readonly end: number;
}

/** Characters around a match in a long sentence. */
const context = 240;

/**
 * Finds a normalized phrase in a sentence, each time it occurs. Arabic words are found with attached prefixes such as
 * the article; other scripts match from the start of a word.
 *
 * @param isWhole whether it has to begin and end with a word
 */
export function listMatches(sentence: string, phrase: string, isWhole: boolean): Match[] {
  const { normalized, offsets } = normalizeCharacters(sentence);
  return listIndexes(normalized, phrase, isWhole).map((at) =>
    toMatch(sentence, offsets[at] ?? 0, offsets[at + phrase.length - 1] ?? sentence.length),
  );
}

/** Where a normalized form occurs, by the same rule. */
export function listIndexes(normalized: string, form: string, isWhole: boolean): number[] {
  const isAnywhere = !isWhole && /^\p{Script=Arabic}/u.test(form);
  const isAtEdge = (at: number) => at < 0 || at >= normalized.length || normalized[at] === " ";
  const found: number[] = [];
  for (let at = normalized.indexOf(form); at >= 0; at = normalized.indexOf(form, at + 1)) {
    const isMatch = isAnywhere || (isAtEdge(at - 1) && (!isWhole || isAtEdge(at + form.length)));
    if (isMatch) found.push(at);
  }
  return found;
}

/** Finds a search in everyday spelling in a sentence in Uthmani spelling; null for no match. */
export function findUthmaniMatch(sentence: string, search: RegExp): Match | null {
  const found = findUthmani(toUthmaniLetters(sentence), search);
  return found && toMatch(sentence, found.first, found.last);
}

/** @param last the offset of the last letter */
export function toMatch(sentence: string, start: number, last: number, next = ""): Match {
  const end = findCharacterEnd(sentence, last);
  return {
    before: shorten(sentence.slice(0, start), "end", sentence),
    match: sentence.slice(start, end),
    after: shorten(`${sentence.slice(end)}${next && ` ${next}`}`, "start", sentence),
    start: countCharacters(sentence.slice(0, start)),
    end: countCharacters(sentence.slice(0, end)),
  };
}

const countCharacters = (text: string) => text.replace(/\s+/g, "").length;

const normalizedCharacters = new Map<string, string>();

export function normalizeCharacters(text: string): NormalizedText {
  const offsets: number[] = [];
  let normalized = "";
  let at = 0;
  for (const letter of text) {
    const characters = normalizeCharacter(letter);
    const isSecondSpace = characters === " " && (normalized === "" || normalized.endsWith(" "));
    if (!isSecondSpace) {
      normalized += characters;
      for (let n = 0; n < characters.length; n++) offsets.push(at);
    }
    at += letter.length;
  }
  return { normalized, offsets };
}

function normalizeCharacter(letter: string): string {
  const cached = normalizedCharacters.get(letter);
  if (cached !== undefined) return cached;
  const normalized = normalizeSearchText(`a${letter}a`).slice(1, -1);
  if (normalizedCharacters.size < 20_000) normalizedCharacters.set(letter, normalized);
  return normalized;
}

function findCharacterEnd(text: string, offset: number): number {
  const marks = /^.[\p{M}\p{Cf}\u0640]*/su.exec(text.slice(offset, offset + 40));
  const letter = String.fromCodePoint(text.codePointAt(offset) ?? 32);
  return offset + Math.max(marks?.[0].length ?? 0, letter.length);
}

function shorten(part: string, keptSide: "start" | "end", sentence: string): string {
  if (part.length <= context || /\p{Script=Arabic}/u.test(sentence)) return part;
  if (keptSide === "start") return `${part.slice(0, context).replace(/\s+\S*$/u, "")}…`;
  return `…${part.slice(-context).replace(/^\S*\s+/u, "")}`;
}

export const normalizeSearch = (search: string) => normalizeSearchText(collapseSpace(search));
