import type { Fraction } from "#shared/api/schemas.ts";
import { convertShare, type SoundPart, shareOfSound, soundAt } from "#shared/positions/audio-share.ts";
import type { SpineItem } from "#shared/reader/contract.ts";
import type { SoundSpot } from "./audio-position.ts";

/** A part of the text, by shares of it. */
export interface TextSpan {
  readonly from: Fraction;
  readonly to: Fraction;
}

/** Documents shorter than this are covers and title pages, which nobody reads aloud. */
const leastWordsOfAPart = 30;

const wordsOfParts = (spine: readonly SpineItem[]) =>
  spine
    .filter(({ isLinear, wordCount }) => isLinear && wordCount >= leastWordsOfAPart)
    .map(({ wordCount }) => wordCount);

const lengthsOf = (parts: readonly SoundPart[]) => parts.map(({ duration }) => duration);

/** About where a chapter of the sound stands in the text, without a map: part by part, or by the share alone. */
export function aboutInText(
  chapterNumber: number,
  parts: readonly SoundPart[],
  spine: readonly SpineItem[],
): TextSpan {
  const length = parts.find((part) => part.chapterNumber === chapterNumber)?.duration ?? 0;
  const carry = (offset: number) =>
    convertShare(shareOfSound(chapterNumber, offset, parts), lengthsOf(parts), wordsOfParts(spine));
  return { from: carry(0), to: carry(length) };
}

/** About where a share of the text is heard; null where there is no sound. */
export function aboutInSound(
  fraction: Fraction,
  parts: readonly SoundPart[],
  spine: readonly SpineItem[],
): SoundSpot | null {
  const found = soundAt(convertShare(fraction, wordsOfParts(spine), lengthsOf(parts)), parts);
  return found && { chapterNumber: found.chapter, time: found.offset };
}
