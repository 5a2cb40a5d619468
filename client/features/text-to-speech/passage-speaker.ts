import { getBaseLanguage } from "./languages.ts";
import type { ReadingSpeed } from "./speaking-rate.ts";
import type { SpeechProblem, SpeechSettings } from "./speech-state.ts";
import type { Passage } from "./split-by-language.ts";
import { firstChunk } from "./split-utterance.ts";
import type { Outcome, UtterancePlayer } from "./utterance-player.ts";
import { getVoiceName, type Voices } from "./voices.ts";

export interface PassageListener {
  /** @param gone the name of the chosen voice, which is no longer available */
  readonly onVoice: (voice: SpeechSynthesisVoice, isGone: string | null) => void;
  /** Characters of the sentence. */
  readonly onWord: (start: number, end: number) => void;
  readonly onEnd: () => void;
  readonly onNoVoice: () => void;
  readonly onStopped: (playbackError: SpeechProblem | null) => void;
}

/** Time-out factor, so that slow voices are not cut off. */
const patience = { factor: 2.2, ms: 4_000 } as const;
const maxTries = 3;

export class PassageSpeaker {
  readonly #mouth: UtterancePlayer;
  readonly #voices: Voices;
  readonly #pace: ReadingSpeed;
  readonly #settings: () => SpeechSettings;
  readonly #seen = new Map<string, string>();
  #passage: Passage | null = null;
  #left: Passage | null = null;
  #hearer: PassageListener | null = null;
  #from = 0;
  #to = 0;
  /** Null when the voice reports no word boundaries. */
  #word: number | null = null;
  #tries = 0;
  #begunAt: number | null = null;
  #speed = 0;

  constructor(mouth: UtterancePlayer, voices: Voices, pace: ReadingSpeed, settings: () => SpeechSettings) {
    this.#mouth = mouth;
    this.#voices = voices;
    this.#pace = pace;
    this.#settings = settings;
  }

  /** Null while silent. */
  get heardUntil(): number | null {
    const passage = this.#passage;
    if (!passage) return null;
    const guess = this.#begunAt === null ? 0 : ((performance.now() - this.#begunAt) / 1000) * this.#speed;
    const at = this.#word ?? Math.min(this.#from + guess, this.#from + (this.#to - this.#from) * 0.95);
    return passage.sources[Math.floor(at)] ?? passage.sources.at(-1) ?? 0;
  }

  speak(passage: Passage, listener: PassageListener): void {
    if (passage !== this.#left) this.#from = 0;
    this.#left = passage;
    this.#passage = passage;
    this.#hearer = listener;
    this.#tries = 0;
    this.#speak();
  }

  /** Stops and remembers the word. */
  stop(): void {
    if (!this.#passage) return;
    this.#passage = null;
    this.#begunAt = null;
    this.#word = null;
    this.#mouth.cancel();
  }

  forget(): void {
    this.#left = null;
  }

  again(): void {
    if (!this.#passage) return;
    this.#from = this.#word ?? this.#from;
    this.#speak();
  }

  #speak(): void {
    const [passage, listener] = [this.#passage, this.#hearer];
    if (!passage || !listener) return;
    const { rate, voices } = this.#settings();
    const chosen = voices[getBaseLanguage(passage.language)];
    const voice = this.#voices.pick(passage.language, chosen);
    if (!voice) {
      this.#passage = null;
      listener.onNoVoice();
      return;
    }
    listener.onVoice(voice, this.#gone(chosen, voice));
    const rest = passage.text.slice(this.#from);
    const text = rest.slice(0, firstChunk(rest, this.#pace.maxAtOnce(voice, rate) / 2 ** this.#tries));
    this.#to = this.#from + text.length;
    this.#word = null;
    this.#begunAt = null;
    this.#speed = this.#pace.getSpeed(voice, rate);
    const timeoutMs = this.#pace.timeFor(text, voice, rate) * patience.factor + patience.ms;
    this.#mouth.speak(
      text,
      { voice, rate, timeoutMs },
      {
        onStart: () => {
          this.#begunAt = performance.now();
        },
        onWord: (at, length) => this.#onWord(at, length || wordAt(text, at)),
        onEnd: (outcome) => this.#onEnd(outcome, text, voice, rate),
      },
    );
  }

  #onWord(at: number, length: number): void {
    const { sources } = this.#passage ?? {};
    if (!sources) return;
    this.#word = Math.min(this.#to - 1, this.#from + at);
    const [start, last] = [sources[this.#word], sources[Math.min(this.#to, this.#word + length) - 1]];
    if (start !== undefined && last !== undefined) this.#hearer?.onWord(start, last + 1);
  }

  #onEnd(outcome: Outcome, text: string, voice: SpeechSynthesisVoice, rate: number): void {
    const listener = this.#hearer;
    if (!this.#passage || !listener) return;
    if (outcome === "spoken") this.#onSpoken(text, voice, rate);
    else if (outcome === "interrupted") listener.onStopped(null);
    else if (outcome === "blocked") listener.onStopped({ kind: "blocked" });
    else this.#onFailed(outcome, voice);
  }

  #onSpoken(text: string, voice: SpeechSynthesisVoice, rate: number): void {
    if (this.#begunAt !== null) this.#pace.learn(text, voice, rate, performance.now() - this.#begunAt);
    this.#from = this.#to;
    this.#tries = 0;
    this.#word = null;
    if (this.#passage && this.#from < this.#passage.text.length) {
      this.#speak();
      return;
    }
    this.#passage = null;
    this.#left = null;
    this.#hearer?.onEnd();
  }

  #onFailed(outcome: Outcome, voice: SpeechSynthesisVoice): void {
    if (outcome === "cut") {
      // Repeats the word at which speech stalled.
      if (this.#word !== null && this.#word > this.#from) this.#tries = 0;
      this.#from = this.#word ?? this.#from;
      this.#pace.slowDown(voice);
    }
    this.#tries += 1;
    if (outcome === "voice-failed" || this.#tries >= maxTries) {
      this.#voices.fail(voice);
      this.#tries = 0;
    }
    this.#speak();
  }

  #gone(chosen: string | undefined, voice: SpeechSynthesisVoice): string | null {
    this.#seen.set(getVoiceName(voice), voice.name);
    const name = chosen === undefined || chosen === getVoiceName(voice) ? null : this.#seen.get(chosen);
    if (chosen === undefined || !name) return null;
    this.#seen.delete(chosen);
    return name;
  }
}

const wordAt = (text: string, at: number) => /^\S*/u.exec(text.slice(at))?.[0].length || 1;
