/** After a cancel call its echo is awaited for so long. */
export const cancellationExpectedMs = 8_000;
/** A voice that has not begun by then does not. Those from the network take their time. */
const startsWithinMs = 10_000;
const lookEveryMs = 500;
/** Some browsers let a cancel take what is said right after it along. */
const echoMs = 500;

/** What a browser offers to speak with, as far as it is used here. `pause` is not: on Android it cancels. */
export type Synthesis = Pick<
  SpeechSynthesis,
  | "speak"
  | "cancel"
  | "resume"
  | "speaking"
  | "pending"
  | "getVoices"
  | "addEventListener"
  | "removeEventListener"
>;

/** How an utterance came to its end. */
export type Outcome =
  /** To its last word. */
  | "spoken"
  /** It fell silent on the way without a word, as browsers do after some fifteen seconds. */
  | "cut"
  /** It never began. */
  | "silent"
  /** Somebody else speaks, or wants quiet. */
  | "interrupted"
  /** The browser wants a press of Play first. */
  | "blocked"
  /** The voice is gone, or cannot do it. */
  | "voice-failed";

export interface UtteranceOptions {
  readonly voice: SpeechSynthesisVoice;
  readonly rate: number;
  /** How long it may take after it began, until it counts as cut. */
  readonly timeoutMs: number;
}

export interface UtteranceListener {
  readonly onStart: () => void;
  /** A word begins at this place of the text; not every voice tells. */
  readonly onWord: (at: number, length: number) => void;
  readonly onEnd: (outcome: Outcome) => void;
}

interface Saying {
  readonly utterance: SpeechSynthesisUtterance;
  readonly listener: UtteranceListener;
  readonly timeoutMs: number;
  /** By the page's clock; null until it begins. */
  begunAt: number | null;
  readonly requestedAt: number;
  /** Times it was looked at and nothing spoke, though it had begun. */
  stillness: number;
  /** It was taken along by the cancel before it, and is said anew. */
  readonly isRepeated: boolean;
}

/** Says one thing at a time, and tells surely how it ended, whatever the browser forgets to tell. */
export class UtterancePlayer {
  readonly #synthesis: Synthesis;
  readonly #make: (text: string) => SpeechSynthesisUtterance;
  #saying: Saying | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isCancellationExpected = false;
  #cancelledAt = Number.NEGATIVE_INFINITY;
  #expectation: ReturnType<typeof setTimeout> | undefined;

  constructor(
    synthesis: Synthesis,
    make: (text: string) => SpeechSynthesisUtterance = (text) => new SpeechSynthesisUtterance(text),
  ) {
    this.#synthesis = synthesis;
    this.#make = make;
  }

  /** Something was just cancelled here, and its end is no news. */
  get isCancellationExpected(): boolean {
    return this.#isCancellationExpected;
  }

  /** Says a text, in place of what is being said, here or by somebody who left. */
  say(text: string, manner: UtteranceOptions, listener: UtteranceListener): void {
    if (this.#saying || this.#synthesis.speaking || this.#synthesis.pending) this.cancel();
    this.#say(text, manner, listener);
  }

  #say(text: string, manner: UtteranceOptions, listener: UtteranceListener, isRepeated = false): void {
    const { voice, rate, timeoutMs } = manner;
    const utterance = this.#make(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = rate;
    // The browser does not hold on to it by itself, and then never tells of its end.
    const saying: Saying = {
      ...{ utterance, listener, timeoutMs, isRepeated },
      ...{ begunAt: null, requestedAt: performance.now(), stillness: 0 },
    };
    this.#saying = saying;
    this.#listenTo(saying, () => this.#say(text, manner, listener, true));
    this.#expectNothing();
    // Whoever paused it before, on another page perhaps.
    this.#synthesis.resume();
    this.#synthesis.speak(utterance);
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

  /** Falls silent; the hearer is not told. */
  cancel(): void {
    this.#saying = null;
    clearInterval(this.#timer);
    this.#isCancellationExpected = true;
    this.#cancelledAt = performance.now();
    clearTimeout(this.#expectation);
    this.#expectation = setTimeout(() => this.#expectNothing(), cancellationExpectedMs);
    this.#synthesis.cancel();
  }

  #listenTo(saying: Saying, sayAnew: () => void): void {
    const { utterance, listener } = saying;
    const isOwn = () => this.#saying === saying;
    utterance.onstart = () => {
      this.#expectNothing();
      if (isOwn()) this.#begin(saying);
    };
    utterance.onboundary = ({ name, charIndex, charLength }) => {
      if (!isOwn()) return;
      this.#begin(saying);
      saying.stillness = 0;
      if (name === "word" || !name) listener.onWord(charIndex, charLength ?? 0);
    };
    utterance.onend = () => {
      this.#expectNothing();
      if (isOwn()) this.#end("spoken");
    };
    utterance.onerror = ({ error }) => {
      // What was cancelled here is no longer our own.
      if (!isOwn()) return;
      const outcome = getOutcome(error);
      if (outcome === "interrupted" && this.#isEcho(saying)) sayAnew();
      else this.#end(outcome);
    };
  }

  #isEcho({ begunAt, requestedAt, isRepeated }: Saying): boolean {
    return !isRepeated && begunAt === null && requestedAt - this.#cancelledAt < echoMs;
  }

  #begin(saying: Saying): void {
    if (saying.begunAt !== null) return;
    saying.begunAt = performance.now();
    saying.listener.onStart();
  }

  #end(outcome: Outcome): void {
    const saying = this.#saying;
    this.#saying = null;
    clearInterval(this.#timer);
    saying?.listener.onEnd(outcome);
  }

  /** Whether it still speaks: an end that is never told has to be found out. */
  #look(): void {
    const saying = this.#saying;
    if (!saying) return;
    const now = performance.now();
    if (saying.begunAt === null) {
      if (now - saying.requestedAt >= startsWithinMs) this.#giveUp(saying, "silent");
      return;
    }
    saying.stillness = this.#synthesis.speaking ? 0 : saying.stillness + 1;
    if (saying.stillness > 2 || now - saying.begunAt > saying.timeoutMs) this.#giveUp(saying, "cut");
  }

  #giveUp({ listener }: Saying, outcome: Outcome): void {
    this.cancel();
    listener.onEnd(outcome);
  }

  #expectNothing(): void {
    this.#isCancellationExpected = false;
    clearTimeout(this.#expectation);
  }
}

function getOutcome(error: string): Outcome {
  if (error === "not-allowed") return "blocked";
  if (error === "interrupted" || error === "canceled" || error === "audio-busy") return "interrupted";
  return error === "text-too-long" ? "cut" : "voice-failed";
}
