import type { Fraction } from "#shared/api/schemas.ts";
import {
  type AudioPart,
  convertFraction,
  findAudioPosition,
  getAudioFraction,
} from "#shared/positions/audio-fraction.ts";
import type { SpineItem } from "#shared/reader/contract.ts";
import type { AudioLocation } from "./audio-position.ts";

/** A range of the text, as fractions. */
export interface TextSpan {
  readonly from: Fraction;
  readonly to: Fraction;
}

const minWordsPerPart = 30;

const getPartWordCounts = (spine: readonly SpineItem[]) =>
  spine
    .filter(({ isLinear, wordCount }) => isLinear && wordCount >= minWordsPerPart)
    .map(({ wordCount }) => wordCount);

const getLengths = (parts: readonly AudioPart[]) => parts.map(({ duration }) => duration);

export function approximateTextPosition(
  chapterNumber: number,
  parts: readonly AudioPart[],
  spine: readonly SpineItem[],
): TextSpan {
  const length = parts.find((part) => part.chapterNumber === chapterNumber)?.duration ?? 0;
  const toTextFraction = (offset: number) =>
    convertFraction(
      getAudioFraction(chapterNumber, offset, parts),
      getLengths(parts),
      getPartWordCounts(spine),
    );
  return { from: toTextFraction(0), to: toTextFraction(length) };
}

/** Null without audio. */
export function approximateAudioPosition(
  fraction: Fraction,
  parts: readonly AudioPart[],
  spine: readonly SpineItem[],
): AudioLocation | null {
  const found = findAudioPosition(
    convertFraction(fraction, getPartWordCounts(spine), getLengths(parts)),
    parts,
  );
  return found && { chapterNumber: found.chapter, time: found.offset };
}
