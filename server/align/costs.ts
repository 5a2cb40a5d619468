/**
 * Path costs in frame distances: a matching frame costs about 2, another about 3. Tuned on thirteen of our
 * own recordings in English and Arabic.
 */
export const costs = {
  hold: 0.3,
  skipOne: 0.2,
  skipTwo: 0.6,
  leaveText: 15,
  enterText: 5,
  /** The cost of skipping a sentence, and of each of its frames. */
  skipSentence: 8,
  skipFrame: 0.05,
  /** The cost of starting a sentence after less than `longPause` frames of silence. */
  beginWithoutPause: 25,
  beginAfterShortPause: 8,
  longPause: 6,
  pauseInsideSentence: 10,
  veryLongPause: 50,
  beam: 200,
  jump: 60,
  skipSentences: 400,
} as const;

/** More than the cost of any path. */
export const infiniteCost = 1e30;
