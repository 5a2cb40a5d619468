import { minConfidence } from "#shared/alignment/map.ts";
import { SentenceId } from "#shared/positions/position.ts";
import type { SyncedSentence } from "#shared/reader/contract.ts";
import type { OverlayMark } from "#shared/reader/overlay.ts";
import { sentenceId } from "#shared/reader/sentences.ts";
import type { EpubOverlay } from "#server/epub/media-overlay/map-sentences.ts";
import type { ClipSpan } from "./split-clips.ts";
import type { TimedClip } from "./time-clips.ts";

interface TimedSentence {
  readonly spineIndex: number;
  readonly number: number;
  readonly start: number;
  end: number;
  letters: number;
  /** All parts of the sentence contain no other sentence. */
  isExact: boolean;
}

interface Piece {
  readonly number: number;
  readonly letters: number;
}

const fullConfidence = 1;
const guessed = minConfidence * 0.6;
const minCoverage = 0.9;
const mostlyRead = 0.5;

export class SentenceTimes {
  readonly #letters: ReadonlyMap<number, readonly number[]>;
  readonly #own: ReadonlySet<string>;

  constructor({ letters }: EpubOverlay, clips: readonly TimedClip[]) {
    this.#letters = new Map(letters);
    const read = new Map<string, number>();
    for (const { spineIndex, span } of clips) {
      if (span?.first !== span?.last || !span) continue;
      const key = sentenceId(spineIndex, span.first);
      read.set(key, (read.get(key) ?? 0) + span.firstLetters);
    }
    const isOwn = ([key, count]: [string, number]) => count >= this.#countCharacters(key) * minCoverage;
    this.#own = new Set([...read].filter(isOwn).map(([key]) => key));
  }

  of(span: ClipSpan): { sentences: SyncedSentence[]; marks: OverlayMark[] } {
    const result: TimedSentence[] = [];
    const seenIds = new Set<string>();
    let isOrdered = true;
    for (const clip of span.clips) {
      isOrdered &&= this.#isOneSentence(clip, result.at(-1));
      this.#addClip(clip, result, seenIds);
    }
    const from = (seconds: number) => Math.max(0, Math.round((seconds - span.start) * 1000) / 1000);
    const sentences = inOrder(result).map((each): SyncedSentence => {
      const id = SentenceId.parse(sentenceId(each.spineIndex, each.number));
      return [id, from(each.start), from(each.end), this.#confidence(each)];
    });
    const marked = isOrdered ? [] : span.clips.filter(({ element, isPause }) => element !== null && !isPause);
    const marks = marked.map(
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
    const pieces = this.#piecesOf(clip);
    const totalLetters = pieces.reduce((sum, { letters }) => sum + letters, 0);
    let before = 0;
    for (const { number, letters } of pieces) {
      const at = (share: number) => begin + ((end - begin) * share) / (totalLetters || 1);
      const [start, until] = [at(before), at(before + letters)];
      before += letters;
      const last = result.at(-1);
      const key = sentenceId(spineIndex, number);
      const isExact = clip.span?.first === clip.span?.last;
      if (last?.spineIndex === spineIndex && last.number === number) {
        last.end = Math.max(last.end, until);
        last.letters += letters;
        last.isExact &&= isExact;
      } else if (!seenIds.has(key)) {
        seenIds.add(key);
        result.push({ spineIndex, number, start, end: until, letters, isExact });
      }
    }
  }

  #piecesOf({ spineIndex, span }: TimedClip): Piece[] {
    if (!span) return [];
    const { first, last, firstLetters, lastLetters } = span;
    if (first === last) return [{ number: first, letters: firstLetters }];
    const characters = this.#letters.get(spineIndex) ?? [];
    const pieces: Piece[] = [];
    for (let number = first; number <= last; number++) {
      const own = number === first ? firstLetters : number === last ? lastLetters : (characters[number] ?? 0);
      if (!this.#own.has(sentenceId(spineIndex, number))) pieces.push({ number, letters: own });
    }
    return pieces;
  }

  #isOneSentence({ spineIndex, span, kind, isPause }: TimedClip, before: TimedSentence | undefined): boolean {
    if (isPause) return true;
    if (!span || kind !== "" || span.first !== span.last) return false;
    const isRepeated = before?.spineIndex === spineIndex && before.number === span.first;
    const totalLetters = this.#letters.get(spineIndex)?.[span.first] ?? 0;
    return isRepeated ? span.firstLetters >= totalLetters : span.firstLetters >= totalLetters * minCoverage;
  }

  #confidence({ spineIndex, number, letters, isExact }: TimedSentence): number {
    const totalLetters = this.#countCharacters(sentenceId(spineIndex, number));
    return isExact && letters >= totalLetters * mostlyRead ? fullConfidence : guessed;
  }

  #countCharacters(key: string): number {
    const [spineIndex = 0, number = 0] = key.slice(1).split("-").map(Number);
    return this.#letters.get(spineIndex)?.[number] ?? 0;
  }
}

function inOrder(result: readonly TimedSentence[]): readonly TimedSentence[] {
  return result.map((each, at) => {
    const [before, next] = [result[at - 1], result[at + 1]];
    const end = next && next.start > each.start ? Math.min(each.end, next.start) : each.end;
    return { ...each, end, isExact: each.isExact && !(before && each.start - before.start < 0.001) };
  });
}
