import type { Fraction } from "#shared/api/schemas.ts";
import { type AudioPart, audioShare, convertShare, findAudio } from "#shared/positions/audio-share.ts";
import type { SpineItem } from "#shared/reader/contract.ts";
import type { AudioSpot } from "./audio-position.ts";

/** A part of the text, by shares of it. */
export interface TextSpan {
  readonly from: Fraction;
  readonly to: Fraction;
}

/** Documents shorter than this are covers and title pages, which nobody reads aloud. */
const minWordsOfAPart = 30;

const wordsOfParts = (spine: readonly SpineItem[]) =>
  spine
    .filter(({ isLinear, wordCount }) => isLinear && wordCount >= minWordsOfAPart)
    .map(({ wordCount }) => wordCount);

const getLengths = (parts: readonly AudioPart[]) => parts.map(({ duration }) => duration);

/** About where a chapter of the sound stands in the text, without a map: part by part, or by the share alone. */
export function approximateTextPosition(
  chapterNumber: number,
  parts: readonly AudioPart[],
  spine: readonly SpineItem[],
): TextSpan {
  const length = parts.find((part) => part.chapterNumber === chapterNumber)?.duration ?? 0;
  const carry = (offset: number) =>
    convertShare(audioShare(chapterNumber, offset, parts), getLengths(parts), wordsOfParts(spine));
  return { from: carry(0), to: carry(length) };
}

/** About where a share of the text is heard; null where there is no sound. */
export function approximateAudioPosition(
  fraction: Fraction,
  parts: readonly AudioPart[],
  spine: readonly SpineItem[],
): AudioSpot | null {
  const found = findAudio(convertShare(fraction, wordsOfParts(spine), getLengths(parts)), parts);
  return found && { chapterNumber: found.chapter, time: found.offset };
}
