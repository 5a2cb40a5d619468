/**
 * What a way through the text costs, in distances of frames: a frame that fits costs about 2, one that does not about 3.
 * The figures were chosen on thirteen recordings of our own making in English and Arabic.
 */
export const costs = {
  /** A frame of the reference that lasts longer in the sound, and one or two that are left out. */
  stay: 0.3,
  skipOne: 0.2,
  skipTwo: 0.6,
  /** Into sound that is not in the text, and back into the text. */
  leaveText: 15,
  enterText: 5,
  /** A sentence that is left out, and each frame of it. */
  skipSentence: 8,
  skipFrame: 0.05,
  /** A sentence that begins without a rest before it, or after a rest of under `longRest` frames. */
  beginWithoutRest: 25,
  beginAfterShortRest: 8,
  longRest: 6,
  /** A sentence that goes on after a rest of a second: rests are more likely between sentences. */
  restWithin: 10,
  veryLongRest: 50,
  /** Ways that cost so much more than the best are given up. */
  beam: 200,
  /** From sound that is not in the text to a place that is not near, and how many sentences are near. */
  leap: 60,
  skipSentences: 400,
} as const;

/** More than any way costs. */
export const infiniteCost = 1e30;
