import { Backtrace } from "./backtrace.ts";
import { costs, infiniteCost } from "./costs.ts";
import { cepstra } from "./frames.ts";
import type { Search, SentenceFrames } from "./search.ts";

/** Frames between two checks whether the path is lost. */
const jumpInterval = 10;

export function decode(search: Search): SentenceFrames {
  return new Decoder(search).run();
}

class Decoder {
  readonly #search: Search;
  readonly #count: number;
  readonly #offsets: Int32Array;
  readonly #backtrace = new Backtrace();
  readonly #scores: Float64Array;
  readonly #steps: Int32Array;
  readonly #outside: Float64Array;
  readonly #outsideSteps: Int32Array;
  readonly #ended: Float64Array;
  readonly #endedSteps: Int32Array;
  readonly #isActive: Uint8Array;
  readonly #bestWithin: Float64Array;
  readonly #skipCosts: Float64Array;
  /** Active sentences: all others are outside of the beam. */
  #low = 0;
  #high: number;
  #limit: number;
  #bestOutside = 0;

  constructor(search: Search) {
    this.#search = search;
    this.#offsets = search.text.offsets;
    this.#count = this.#offsets.length - 1;
    const frames = search.text.frames.count;
    const [states, sentences] = [this.#count + 1, this.#count];
    this.#scores = new Float64Array(frames).fill(infiniteCost);
    this.#steps = new Int32Array(frames).fill(-1);
    this.#outside = Float64Array.from(search.opening);
    this.#outsideSteps = new Int32Array(states).fill(-1);
    this.#ended = new Float64Array(states).fill(infiniteCost);
    this.#endedSteps = new Int32Array(states).fill(-1);
    this.#isActive = new Uint8Array(sentences);
    this.#bestWithin = new Float64Array(sentences).fill(infiniteCost);
    this.#skipCosts = Float64Array.from(
      { length: sentences },
      (_, index) => costs.skipSentence + costs.skipFrame * this.#getLength(index),
    );
    this.#high = this.#count;
    this.#limit = search.opening.reduce((min, cost) => Math.min(min, cost), infiniteCost) + costs.beam;
  }

  run(): SentenceFrames {
    const { audio, filler } = this.#search;
    for (let frame = 0; frame < audio.frames.count; frame++) {
      this.#skipSentences();
      const within = this.#advance(frame, getStartCost(frame, audio.pauses[frame] ?? 0));
      const outside = this.#advanceOutside(filler[frame] ?? 0);
      this.#limit = Math.min(within, outside) + costs.beam;
      this.#prune(frame + 1);
      if (outside < within && frame % jumpInterval === 0) this.#jump(outside + costs.jump);
    }
    return this.#getResult();
  }

  #getLength(sentence: number): number {
    return (this.#offsets[sentence + 1] ?? 0) - (this.#offsets[sentence] ?? 0);
  }

  /** A path that waits outside of the text may skip the next sentence. */
  #skipSentences(): void {
    const outside = this.#outside;
    for (let index = this.#low; index <= this.#high && index < this.#count; index++) {
      const cost = (outside[index] ?? infiniteCost) + (this.#skipCosts[index] ?? 0);
      if (cost < (outside[index + 1] ?? infiniteCost) && cost < this.#limit) {
        this.#enterOutside(index + 1, cost, this.#outsideSteps[index] ?? -1);
      }
    }
  }

  #enterOutside(sentence: number, cost: number, step: number): void {
    this.#outside[sentence] = cost;
    this.#outsideSteps[sentence] = step;
    if (sentence > this.#high) this.#high = sentence;
    if (sentence < this.#low) this.#low = sentence;
  }

  /** @returns the cost of the cheapest path inside a sentence */
  #advance(frame: number, startCost: number): number {
    this.#ensureCapacity();
    const last = Math.min(this.#high, this.#count - 1);
    let best = infiniteCost;
    for (let index = this.#low; index <= last; index++) {
      const directCost = index > 0 ? (this.#ended[index - 1] ?? infiniteCost) : infiniteCost;
      const fromOutside = (this.#outside[index] ?? infiniteCost) + costs.enterText;
      const entry = Math.min(directCost, fromOutside) + startCost;
      if (!this.#isActive[index] && entry >= this.#limit) continue;
      this.#isActive[index] = 1;
      const before = directCost <= fromOutside ? this.#endedSteps[index - 1] : this.#outsideSteps[index];
      const within = this.#advanceSentence(index, frame, entry, before ?? -1);
      this.#bestWithin[index] = within;
      if (within < best) best = within;
    }
    return best;
  }

  #advanceSentence(sentence: number, frame: number, entry: number, before: number): number {
    const [scores, steps, limit] = [this.#scores, this.#steps, this.#limit];
    const { hold, skipOne, skipTwo } = costs;
    const [width, infinite] = [cepstra, infiniteCost];
    const [text, audio] = [this.#search.text.frames.values, this.#search.audio.frames.values];
    const first = this.#offsets[sentence] ?? 0;
    const audioAt = frame * width;
    const isLongPause = (this.#search.audio.pauses[frame] ?? 0) >= costs.veryLongPause;
    const pauseCost = isLongPause ? costs.pauseInsideSentence : 0;
    let entered = -1;
    let best = infinite;
    for (let index = (this.#offsets[sentence + 1] ?? 0) - 1; index >= first; index--) {
      let from = index;
      let score = (scores[index] ?? infinite) + hold;
      if (index > first) {
        const next = scores[index - 1] ?? infinite;
        if (next < score) {
          score = next;
          from = index - 1;
        }
        if (index > first + 1) {
          const other = (scores[index - 2] ?? infinite) + skipOne;
          if (other < score) {
            score = other;
            from = index - 2;
          }
          if (index > first + 2) {
            const further = (scores[index - 3] ?? infinite) + skipTwo;
            if (further < score) {
              score = further;
              from = index - 3;
            }
          }
        }
      }
      score += pauseCost;
      const isEntry = index < first + 2 && entry < score;
      if (isEntry) score = entry;
      if (score >= limit) {
        scores[index] = infinite;
        continue;
      }
      if (isEntry && entered < 0) entered = this.#backtrace.add(sentence, false, frame, before);
      steps[index] = isEntry ? entered : (steps[from] ?? -1);
      let sum = 0;
      const textAt = index * width;
      for (let coefficient = 0; coefficient < width; coefficient++) {
        const difference = (text[textAt + coefficient] ?? 0) - (audio[audioAt + coefficient] ?? 0);
        sum += difference * difference;
      }
      score += Math.sqrt(sum);
      scores[index] = score;
      if (score < best) best = score;
    }
    return best;
  }

  /** @returns the cost of the cheapest path outside of the text */
  #advanceOutside(cost: number): number {
    let best = infiniteCost;
    for (let index = this.#low; index <= this.#high; index++) {
      let outsideCost = this.#outside[index] ?? infiniteCost;
      const leaveCost = index > 0 ? (this.#ended[index - 1] ?? infiniteCost) + costs.leaveText : infiniteCost;
      if (leaveCost < outsideCost) {
        outsideCost = leaveCost;
        this.#outsideSteps[index] = this.#endedSteps[index - 1] ?? -1;
      }
      outsideCost += cost;
      this.#outside[index] = outsideCost;
      if (outsideCost < best) [best, this.#bestOutside] = [outsideCost, index];
    }
    return best;
  }

  /** Prunes what is outside of the beam, records possible sentence ends and narrows the active range. */
  #prune(nextFrame: number): void {
    let [low, high] = [this.#count + 1, -1];
    for (let index = this.#low; index <= this.#high; index++) {
      if ((this.#outside[index] ?? infiniteCost) > this.#limit) this.#outside[index] = infiniteCost;
      else [low, high] = [Math.min(low, index), Math.max(high, index)];
      if (index === this.#count || !this.#isActive[index]) continue;
      if ((this.#bestWithin[index] ?? infiniteCost) > this.#limit) this.#deactivate(index);
      else {
        [low, high] = [Math.min(low, index), Math.max(high, index + 1)];
        this.#storeEnd(index, nextFrame);
      }
    }
    [this.#low, this.#high] = [Math.min(low, this.#count), Math.max(high, 0)];
  }

  #deactivate(sentence: number): void {
    this.#isActive[sentence] = 0;
    this.#ended[sentence] = infiniteCost;
    this.#scores.fill(infiniteCost, this.#offsets[sentence] ?? 0, this.#offsets[sentence + 1] ?? 0);
  }

  /** A sentence may end in its last frame or up to two frames earlier. */
  #storeEnd(sentence: number, nextFrame: number): void {
    const end = this.#offsets[sentence + 1] ?? 0;
    let best = infiniteCost;
    let step = -1;
    for (let index = Math.max(this.#offsets[sentence] ?? 0, end - 3); index < end; index++) {
      const score = this.#scores[index] ?? infiniteCost;
      if (score < best) [best, step] = [score, this.#steps[index] ?? -1];
    }
    const isLikely = best < this.#limit;
    this.#ended[sentence] = isLikely ? best : infiniteCost;
    if (isLikely) this.#endedSteps[sentence] = this.#backtrace.add(sentence, true, nextFrame, step);
  }

  #jump(cost: number): void {
    if (cost >= this.#limit) return;
    const from = this.#bestOutside;
    const step = this.#outsideSteps[from] ?? -1;
    const last = Math.min(this.#count, from + costs.skipSentences);
    for (let index = from + 1; index <= last; index++) {
      if (cost < (this.#outside[index] ?? infiniteCost)) this.#enterOutside(index, cost, step);
    }
    for (const index of this.#search.partStarts) {
      if (cost < (this.#outside[index] ?? infiniteCost)) this.#enterOutside(index, cost, step);
    }
  }

  #ensureCapacity(): void {
    const needed = 2 * (this.#high - this.#low + 2);
    if (this.#backtrace.hasSpace(needed)) return;
    this.#backtrace.removeUnreachable([this.#steps, this.#outsideSteps, this.#endedSteps], needed);
  }

  #getResult(): SentenceFrames {
    let cost = infiniteCost;
    let last = -1;
    for (let index = 0; index <= this.#count; index++) {
      const [outside, ended] = [this.#outside[index] ?? infiniteCost, this.#ended[index] ?? infiniteCost];
      if (outside < cost) [cost, last] = [outside, this.#outsideSteps[index] ?? -1];
      if (ended < cost) [cost, last] = [ended, this.#endedSteps[index] ?? -1];
      const within = this.#isActive[index] ? (this.#bestWithin[index] ?? infiniteCost) : infiniteCost;
      if (this.#search.canEndAnywhere && within < cost)
        [cost, last] = [within, this.#endedSteps[index - 1] ?? -1];
    }
    const starts = new Int32Array(this.#count).fill(-1);
    const ends = new Int32Array(this.#count).fill(-1);
    for (const { sentence, frame, isEnd } of this.#backtrace.traceBack(last))
      (isEnd ? ends : starts)[sentence] = frame;
    return { starts, ends, cost };
  }
}

function getStartCost(frame: number, pause: number): number {
  if (frame === 0 || pause >= costs.longPause) return 0;
  return pause > 0 ? costs.beginAfterShortPause : costs.beginWithoutPause;
}
