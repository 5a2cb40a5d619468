import type { Locator, SentenceId } from "#shared/positions/position.ts";
import { readSentence } from "#shared/positions/sentence-times.ts";
import { getBookFraction } from "#client/features/reader/index.ts";
import type { SpeechCommand } from "#client/features/text-to-speech/speech-engine.ts";
import type { SpeechProgress } from "#client/features/text-to-speech/text-cursor.ts";

export class SpeechPositionReporter {
  readonly #getWeights: () => Parameters<typeof getBookFraction>[0] | undefined;
  readonly #onPosition: (locator: Locator, isDeliberate: boolean) => void;
  #section = 0;
  #sentence = 0;
  #fractionInSection = 0;

  constructor(
    weights: () => Parameters<typeof getBookFraction>[0] | undefined,
    onPosition: (locator: Locator, isDeliberate: boolean) => void,
  ) {
    this.#getWeights = weights;
    this.#onPosition = onPosition;
  }

  /** The spine index of the current document. */
  get section(): number {
    return this.#section;
  }

  /** The number of the current sentence in its document. */
  get sentence(): number {
    return this.#sentence;
  }

  /** The book progress at the sentence's start, or end once read; undefined before a book is open. */
  readonly fraction = (): number | undefined => {
    const weights = this.#getWeights();
    return weights && getBookFraction(weights, this.#section, this.#fractionInSection);
  };

  readonly onCommand = (
    command: SpeechCommand,
    { section, sentence, within, fraction }: SpeechProgress,
  ): void => {
    this.#section = section;
    this.#sentence = readSentence(sentence.id).number;
    this.#fractionInSection = within + (command === "spoken" || command === "finish" ? fraction : 0);
    if (command === "play" || command === "sentence") this.#report(sentence.id, command === "play");
    if (command === "finish") this.#onPosition({ sentence: sentence.id, fraction: 1 }, false);
  };

  #report(sentence: SentenceId, isDeliberate: boolean): void {
    const fraction = this.fraction();
    if (fraction !== undefined) this.#onPosition({ sentence, fraction }, isDeliberate);
  }
}
