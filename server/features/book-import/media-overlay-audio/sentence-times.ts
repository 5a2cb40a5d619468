import { minConfidence } from "#shared/alignment/map.ts";
import { SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import { getSentenceId } from "#shared/reader/sentences.ts";
import type { EpubOverlay } from "#server/epub/media-overlay/map-sentences.ts";
import type { ClipSpan } from "./split-clips.ts";
import type { TimedClip } from "./time-clips.ts";

interface TimedSentence {
  readonly spineIndex: number;
  readonly number: number;
  readonly start: number;
  end: number;
  characters: number;
  /** All parts of the sentence contain no other sentence. */
  isExact: boolean;
}

interface Piece {
  readonly number: number;
  readonly characters: number;
}

const fullConfidence = 1;
const guessConfidence = minConfidence * 0.6;
const minCoverage = 0.9;
const minExactCoverage = 0.5;

export class SentenceTimes {
  readonly #characters: ReadonlyMap<number, readonly number[]>;
  readonly #sentencesWithOwnClip: ReadonlySet<string>;

  constructor({ characters }: EpubOverlay, clips: readonly TimedClip[]) {
    this.#characters = new Map(characters);
    const read = new Map<string, number>();
    for (const { spineIndex, span } of clips) {
      if (span?.first !== span?.last || !span) continue;
      const key = getSentenceId(spineIndex, span.first);
      read.set(key, (read.get(key) ?? 0) + span.firstCharacters);
    }
    const hasOwnClip = ([key, count]: [string, number]) => count >= this.#countCharacters(key) * minCoverage;
    this.#sentencesWithOwnClip = new Set([...read].filter(hasOwnClip).map(([key]) => key));
  }

  getSpanTimes(span: ClipSpan): { sentences: SyncedSentence[]; marks: OverlayMark[] } {
    const result: TimedSentence[] = [];
    const seenIds = new Set<string>();
    let isOrdered = true;
    for (const clip of span.clips) {
      isOrdered &&= this.#isOneSentence(clip, result.at(-1));
      this.#addClip(clip, result, seenIds);
    }
    const from = (seconds: number) => Math.max(0, Math.round((seconds - span.start) * 1000) / 1000);
    const sentences = sortSentences(result).map((each): SyncedSentence => {
      const id = SentenceId.parse(getSentenceId(each.spineIndex, each.number));
      return [id, from(each.start), from(each.end), this.#getConfidence(each)];
    });
    const markClips = isOrdered
      ? []
      : span.clips.filter(({ element, isPause }) => element !== null && !isPause);
    const marks = markClips.map(
      ({ spineIndex, element, begin, end, kind }): OverlayMark => [
        spineIndex,
        element ?? "",
        from(begin),
        from(end),
        kind,
      ],
    );
    return { sentences, marks };
  }

  #addClip(clip: TimedClip, result: TimedSentence[], seenIds: Set<string>): void {
    const { spineIndex, begin, end } = clip;
    const pieces = this.#getPieces(clip);
    const totalCharacters = pieces.reduce((sum, { characters }) => sum + characters, 0);
    let before = 0;
    for (const { number, characters } of pieces) {
      const getTime = (fraction: number) => begin + ((end - begin) * fraction) / (totalCharacters || 1);
      const [start, endTime] = [getTime(before), getTime(before + characters)];
      before += characters;
      const last = result.at(-1);
      const key = getSentenceId(spineIndex, number);
      const isExact = clip.span?.first === clip.span?.last;
      if (last?.spineIndex === spineIndex && last.number === number) {
        last.end = Math.max(last.end, endTime);
        last.characters += characters;
        last.isExact &&= isExact;
      } else if (!seenIds.has(key)) {
        seenIds.add(key);
        result.push({ spineIndex, number, start, end: endTime, characters, isExact });
      }
    }
  }

  #getPieces({ spineIndex, span }: TimedClip): Piece[] {
    if (!span) return [];
    const { first, last, firstCharacters, lastCharacters } = span;
    if (first === last) return [{ number: first, characters: firstCharacters }];
    const characters = this.#characters.get(spineIndex) ?? [];
    const pieces: Piece[] = [];
    for (let number = first; number <= last; number++) {
      const characterCount =
        number === first ? firstCharacters : number === last ? lastCharacters : (characters[number] ?? 0);
      if (!this.#sentencesWithOwnClip.has(getSentenceId(spineIndex, number)))
        pieces.push({ number, characters: characterCount });
    }
    return pieces;
  }

  #isOneSentence({ spineIndex, span, kind, isPause }: TimedClip, before: TimedSentence | undefined): boolean {
    if (isPause) return true;
    if (!span || kind !== "" || span.first !== span.last) return false;
    const isRepeated = before?.spineIndex === spineIndex && before.number === span.first;
    const totalCharacters = this.#characters.get(spineIndex)?.[span.first] ?? 0;
    return isRepeated
      ? span.firstCharacters >= totalCharacters
      : span.firstCharacters >= totalCharacters * minCoverage;
  }

  #getConfidence({ spineIndex, number, characters, isExact }: TimedSentence): number {
    const totalCharacters = this.#countCharacters(getSentenceId(spineIndex, number));
    return isExact && characters >= totalCharacters * minExactCoverage ? fullConfidence : guessConfidence;
  }

  #countCharacters(key: string): number {
    const [spineIndex = 0, number = 0] = key.slice(1).split("-").map(Number);
    return this.#characters.get(spineIndex)?.[number] ?? 0;
  }
}

function sortSentences(result: readonly TimedSentence[]): readonly TimedSentence[] {
  return result.map((each, at) => {
    const [before, next] = [result[at - 1], result[at + 1]];
    const end = next && next.start > each.start ? Math.min(each.end, next.start) : each.end;
    return { ...each, end, isExact: each.isExact && !(before && each.start - before.start < 0.001) };
  });
}
