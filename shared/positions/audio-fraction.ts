import type { Fraction, Seconds } from "#shared/api/schemas.ts";

export interface AudioPart {
  readonly chapterNumber: number;
  readonly duration: Seconds;
}

export interface AudioPosition {
  readonly chapter: number;
  /** From the start of that chapter. */
  readonly offset: Seconds;
  readonly fraction: Fraction;
}

/** The position at a fraction of all audio; null without audio. */
export function findAudioPosition(fraction: Fraction, parts: readonly AudioPart[]): AudioPosition | null {
  let remaining = clamp(fraction) * sum(parts.map(({ duration }) => duration));
  for (const [index, { chapterNumber, duration }] of parts.entries()) {
    if (remaining < duration || index === parts.length - 1) {
      return { chapter: chapterNumber, offset: Math.min(remaining, duration), fraction: clamp(fraction) };
    }
    remaining -= duration;
  }
  return null;
}

export function getAudioFraction(chapter: number, offset: Seconds, parts: readonly AudioPart[]): Fraction {
  const total = sum(parts.map(({ duration }) => duration));
  const index = parts.findIndex(({ chapterNumber }) => chapterNumber === chapter);
  const part = parts[index];
  if (!part || total === 0) return 0;
  const before = sum(parts.slice(0, index).map(({ duration }) => duration));
  return clamp((before + Math.min(offset, part.duration)) / total);
}

/**
 * Converts a fraction between formats: part by part when both have the same number of parts, else unchanged.
 *
 * @param from length of each part in the source format
 * @param to length of each part in the target format
 */
export function convertFraction(
  fraction: Fraction,
  from: readonly number[],
  to: readonly number[],
): Fraction {
  const [fromTotal, toTotal] = [sum(from), sum(to)];
  if (from.length !== to.length || fromTotal === 0 || toTotal === 0) return clamp(fraction);
  let remaining = clamp(fraction) * fromTotal;
  let offset = 0;
  for (const [index, length] of from.entries()) {
    const other = to[index] ?? 0;
    if (remaining < length) return clamp((offset + (remaining / length) * other) / toTotal);
    remaining -= length;
    offset += other;
  }
  return 1;
}

const sum = (lengths: readonly number[]) => lengths.reduce((total, length) => total + length, 0);
const clamp = (fraction: number) => Math.min(1, Math.max(0, fraction));
