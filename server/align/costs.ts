/**
 * Path costs in frame distances: a matching frame costs about 2, another about 3. Tuned on thirteen of our
 * own recordings in English and Arabic.
 */
export const costs = {
  stay: 0.3,
  skipOne: 0.2,
  skipTwo: 0.6,
  leaveText: 15,
  enterText: 5,
  /** A sentence that is left out, and each frame of it. */
  skipSentence: 8,
  skipFrame: 0.05,
  /** A sentence that begins without a rest before it, or after a rest of under `longRest` frames. */
  beginWithoutRest: 25,
  beginAfterShortRest: 8,
  longRest: 6,
  restWithin: 10,
  veryLongRest: 50,
  beam: 200,
  leap: 60,
  skipSentences: 400,
} as const;

/** More than any way costs. */
export const infiniteCost = 1e30;
