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
  /** The cost of skipping a sentence, and of each of its frames. */
  skipSentence: 8,
  skipFrame: 0.05,
  /** The cost of starting a sentence after less than `longRest` frames of silence. */
  beginWithoutRest: 25,
  beginAfterShortRest: 8,
  longRest: 6,
  restWithin: 10,
  veryLongRest: 50,
  beam: 200,
  leap: 60,
  skipSentences: 400,
} as const;

/** More than the cost of any path. */
export const infiniteCost = 1e30;
