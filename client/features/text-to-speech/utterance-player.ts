/** Milliseconds to wait for the end event after a cancel. */
export const cancelTimeoutMs = 8_000;
/** A voice that has not started after this time will not. Network voices are slow. */
const startTimeoutMs = 10_000;
const pollIntervalMs = 500;
const lateCancelEventMs = 500;

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
  | "truncated"
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

interface ActiveUtterance {
  readonly utterance: SpeechSynthesisUtterance;
  readonly listener: UtteranceListener;
  readonly timeoutMs: number;
  /** Monotonic milliseconds; null before it starts. */
  startedAt: number | null;
  readonly requestedAt: number;
  /** Number of polls in which nothing was speaking although it had started. */
  silentPolls: number;
  readonly isRepeated: boolean;
}

export class UtterancePlayer {
  readonly #synthesis: Synthesis;
  readonly #createUtterance: (text: string) => SpeechSynthesisUtterance;
  #active: ActiveUtterance | null = null;
  #timer: ReturnType<typeof setInterval> | undefined;
  #isCancellationExpected = false;
  #cancelledAt = Number.NEGATIVE_INFINITY;
  #cancelTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    synthesis: Synthesis,
    createUtterance: (text: string) => SpeechSynthesisUtterance = (text) =>
      new SpeechSynthesisUtterance(text),
  ) {
    this.#synthesis = synthesis;
    this.#createUtterance = createUtterance;
  }

  /** Ignores the end event of an utterance that was just cancelled here. */
  get isCancellationExpected(): boolean {
    return this.#isCancellationExpected;
  }

  speak(text: string, options: UtteranceOptions, listener: UtteranceListener): void {
    if (this.#active || this.#synthesis.speaking || this.#synthesis.pending) this.cancel();
    this.#speak(text, options, listener);
  }

  #speak(text: string, options: UtteranceOptions, listener: UtteranceListener, isRepeated = false): void {
    const { voice, rate, timeoutMs } = options;
    const utterance = this.#createUtterance(text);
    utterance.voice = voice;
    utterance.lang = voice.lang;
    utterance.rate = rate;
    // Chrome drops an utterance that is not referenced, and then never fires its end event.
    const active: ActiveUtterance = {
      utterance,
      listener,
      timeoutMs,
      isRepeated,
      startedAt: null,
      requestedAt: performance.now(),
      silentPolls: 0,
    };
    this.#active = active;
    this.#listenTo(active, () => this.#speak(text, options, listener, true));
    this.#clearExpectation();
    this.#synthesis.resume();
    this.#synthesis.speak(utterance);
    clearInterval(this.#timer);
    this.#timer = setInterval(() => this.#poll(), pollIntervalMs);
  }

  cancel(): void {
    this.#active = null;
    clearInterval(this.#timer);
    this.#isCancellationExpected = true;
    this.#cancelledAt = performance.now();
    clearTimeout(this.#cancelTimer);
    this.#cancelTimer = setTimeout(() => this.#clearExpectation(), cancelTimeoutMs);
    this.#synthesis.cancel();
  }

  #listenTo(active: ActiveUtterance, repeat: () => void): void {
    const { utterance, listener } = active;
    const isOwn = () => this.#active === active;
    utterance.onstart = () => {
      this.#clearExpectation();
      if (isOwn()) this.#begin(active);
    };
    utterance.onboundary = ({ name, charIndex, charLength }) => {
      if (!isOwn()) return;
      this.#begin(active);
      active.silentPolls = 0;
      if (name === "word" || !name) listener.onWord(charIndex, charLength ?? 0);
    };
    utterance.onend = () => {
      this.#clearExpectation();
      if (isOwn()) this.#end("spoken");
    };
    utterance.onerror = ({ error }) => {
      if (!isOwn()) return;
      const outcome = getOutcome(error);
      if (outcome === "interrupted" && this.#isLateCancelEvent(active)) repeat();
      else this.#end(outcome);
    };
  }

  #isLateCancelEvent({ startedAt, requestedAt, isRepeated }: ActiveUtterance): boolean {
    return !isRepeated && startedAt === null && requestedAt - this.#cancelledAt < lateCancelEventMs;
  }

  #begin(active: ActiveUtterance): void {
    if (active.startedAt !== null) return;
    active.startedAt = performance.now();
    active.listener.onStart();
  }

  #end(outcome: Outcome): void {
    const active = this.#active;
    this.#active = null;
    clearInterval(this.#timer);
    active?.listener.onEnd(outcome);
  }

  #poll(): void {
    const active = this.#active;
    if (!active) return;
    const now = performance.now();
    if (active.startedAt === null) {
      if (now - active.requestedAt >= startTimeoutMs) this.#abort(active, "silent");
      return;
    }
    active.silentPolls = this.#synthesis.speaking ? 0 : active.silentPolls + 1;
    if (active.silentPolls > 2 || now - active.startedAt > active.timeoutMs) this.#abort(active, "truncated");
  }

  #abort({ listener }: ActiveUtterance, outcome: Outcome): void {
    this.cancel();
    listener.onEnd(outcome);
  }

  #clearExpectation(): void {
    this.#isCancellationExpected = false;
    clearTimeout(this.#cancelTimer);
  }
}

function getOutcome(error: string): Outcome {
  if (error === "not-allowed") return "blocked";
  if (error === "interrupted" || error === "canceled" || error === "audio-busy") return "interrupted";
  return error === "text-too-long" ? "truncated" : "voice-failed";
}
