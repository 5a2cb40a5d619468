import { countCharacters } from "./speaking-rate.ts";

const anySpace = /\s+/gu;
const breakPatterns = [
  /[;:\u061B\u2026\u2014\u2013)\]»”]\s+/gu,
  /[,\u060C\u3001\uFF0C]\s*/gu,
  anySpace,
] as const;

/** The minimum length of the rest of a sentence; shorter ones sound choppy. */
const minFraction = 0.4;

/**
 * The length of the next utterance, up to the best pause; never less than a word.
 *
 * @param max characters, vowel marks aside
 * @returns characters, including the trailing space
 */
export function getFirstChunkLength(text: string, max: number): number {
  if (countCharacters(text) <= max) return text.length;
  const maxUnits = countUnits(text, max);
  for (const pattern of breakPatterns) {
    const ends = Array.from(
      text.slice(0, maxUnits + 1).matchAll(pattern),
      ({ index, 0: { length } }) => index + length,
    );
    const last = ends.findLast((end) => text.slice(0, end).trimEnd().length <= maxUnits) ?? 0;
    if (last > (pattern === anySpace ? 0 : maxUnits * minFraction)) return last;
  }
  return maxUnits;
}

function countUnits(text: string, characters: number): number {
  let counted = 0;
  for (let at = 0; at < text.length; ) {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!/\p{M}/u.test(character)) counted += character.length;
    if (counted > characters) return Math.max(at, character.length);
    at += character.length;
  }
  return text.length;
}
