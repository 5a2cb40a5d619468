import { countLetters } from "./speaking-rate.ts";

const anySpace = /\s+/gu;
/** Where a breath may be taken, the best first. */
const breaths = [/[;:\u061B\u2026\u2014\u2013)\]»”]\s+/gu, /[,\u060C\u3001\uFF0C]\s*/gu, anySpace] as const;

/** A part of this length at least is left before a breath; less would stammer. */
const least = 0.4;

/**
 * How much of a text to say at once: all of it where it is short enough, else up to the best breath. Never less than a
 * word, and what is left begins with one, so that nothing is lost between the two.
 *
 * @param most letters, marks aside.
 * @returns the length of the part, in characters, with the space behind it.
 */
export function firstChunk(text: string, most: number): number {
  if (countLetters(text) <= most) return text.length;
  const within = lengthFor(text, most);
  for (const breath of breaths) {
    const ends = Array.from(
      text.slice(0, within + 1).matchAll(breath),
      ({ index, 0: { length } }) => index + length,
    );
    // The space behind the last word takes no time.
    const last = ends.findLast((end) => text.slice(0, end).trimEnd().length <= within) ?? 0;
    if (last > (breath === anySpace ? 0 : within * least)) return last;
  }
  // One word longer than all that may be said at once: letters are cut, but not from their marks.
  return within;
}

/** How many characters hold so many letters with their marks. */
function lengthFor(text: string, letters: number): number {
  let counted = 0;
  for (let at = 0; at < text.length; ) {
    const letter = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (!/\p{M}/u.test(letter)) counted += letter.length;
    if (counted > letters) return Math.max(at, letter.length);
    at += letter.length;
  }
  return text.length;
}
