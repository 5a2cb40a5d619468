import { getNormalizedWords, toSkeleton } from "#shared/books/normalize-search-text.ts";
import { findTransliterations, isArabic, isLatin } from "#shared/books/transliteration.ts";
import type { Command } from "#client/lib/commands.ts";

/**
 * The commands that have each typed word, folded, at the start of a word or as its transliteration in the other
 * script; those whose label begins with the text come first.
 */
export function matchCommands<Each extends Pick<Command, "label" | "keywords">>(
  text: string,
  commands: readonly Each[],
): Each[] {
  const typed = getNormalizedWords(text);
  if (typed.length === 0) return [...commands];
  const joined = typed.join(" ");
  return commands
    .map((command) => ({ command, words: getNormalizedWords(`${command.label} ${command.keywords ?? ""}`) }))
    .filter(({ words }) => typed.every((word) => hasWord(words, word)))
    .toSorted((a, b) => getRank(a.words, joined) - getRank(b.words, joined))
    .map(({ command }) => command);
}

const getRank = (words: readonly string[], joined: string) => (words.join(" ").startsWith(joined) ? 0 : 1);

function hasWord(words: readonly string[], typed: string): boolean {
  const skeleton = toSkeleton(typed);
  const isSame = (word: string) => word.startsWith(typed) || toSkeleton(word).startsWith(skeleton);
  if (words.some(isSame)) return true;
  const isOther = isArabic(typed) ? isLatin : isLatin(typed) ? isArabic : null;
  return isOther !== null && findTransliterations(typed, words.filter(isOther)).length > 0;
}
