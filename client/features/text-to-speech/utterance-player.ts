/** Milliseconds to wait for the end event after a cancel. */
export const cancellationExpectedMs = 8_000;
/** A voice that has not started after this time will not. Network voices are slow. */
const startsWithinMs = 10_000;
const lookEveryMs = 500;
const echoMs = 500;

/** The used part of SpeechSynthesis. Not `pause`: on Android it cancels. */
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

export type Outcome =
  | "spoken"
  /** Speech stopped without an event, as some browsers do after about fifteen seconds. */
  | "cut"
  | "silent"
  | "interrupted"
  | "blocked"
  | "voice-failed";

export interface UtteranceOptions {
  readonly voice: SpeechSynthesisVoice;
  readonly rate: number;
  readonly timeoutMs: number;
}

export interface UtteranceListener {
  readonly onStart: () => void;
  readonly onWord: (at: number, length: number) => void;
  readonly onEnd: (outcome: Outcome) => void;
}

interface Saying {
  readonly utterance: SpeechSynthesisUtterance;
  readonly listener: UtteranceListener;
  readonly timeoutMs: number;
  /** Monotonic milliseconds; null before it starts. */
  begunAt: number | null;
  readonly requestedAt: number;
  /** Number of polls in which nothing was speaking although it had started. */
  stillness: number;
  readonly isRepeated: boolean;
}

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

  /** Ignores the end event of an utterance that was just cancelled here. */
  get isCancellationExpected(): boolean {
    return this.#isCancellationExpected;
  }

  speak(text: string, manner: UtteranceOptions, listener: UtteranceListener): void {
    if (this.#saying || this.#synthesis.speaking || this.#synthesis.pending) this.cancel();
    this.#speak(text, manner, listener);
  }

  #speak(text: string, manner: UtteranceOptions, listener: UtteranceListener, isRepeated = false): void {
    const { voice, rate, timeoutMs } = manner;
    const utterance = this.#make(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = rate;
    // Chrome drops an utterance that is not referenced, and then never fires its end event.
    const saying: Saying = {
      ...{ utterance, listener, timeoutMs, isRepeated },
      ...{ begunAt: null, requestedAt: performance.now(), stillness: 0 },
    };
    this.#saying = saying;
    this.#listenTo(saying, () => this.#speak(text, manner, listener, true));
    this.#expectNothing();
    this.#synthesis.resume();
    this.#synthesis.speak(utterance);
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#look(), lookEveryMs);
  }

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
