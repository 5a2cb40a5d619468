import { getBaseLanguage } from "./languages.ts";
import type { SpeakingRate } from "./speaking-rate.ts";
import type { SpeechError, SpeechSettings } from "./speech-state.ts";
import type { Passage } from "./split-by-language.ts";
import { getFirstChunkLength } from "./split-utterance.ts";
import type { Outcome, UtterancePlayer } from "./utterance-player.ts";
import { getVoiceName, type Voices } from "./voices.ts";

export interface PassageListener {
  /** @param missingVoice the name of the chosen voice, which is no longer available */
  readonly onVoice: (voice: SpeechSynthesisVoice, missingVoice: string | null) => void;
  /** Characters of the sentence. */
  readonly onWord: (start: number, end: number) => void;
  readonly onEnd: () => void;
  readonly onNoVoice: () => void;
  readonly onStopped: (playbackError: SpeechError | null) => void;
}

/** Time-out factor, so that slow voices are not cut off. */
const timeoutAllowance = { factor: 2.2, ms: 4_000 } as const;
const maxAttempts = 3;

export class PassageSpeaker {
  readonly #player: UtterancePlayer;
  readonly #voices: Voices;
  readonly #speakingRate: SpeakingRate;
  readonly #settings: () => SpeechSettings;
  readonly #voiceNames = new Map<string, string>();
  #passage: Passage | null = null;
  #pausedPassage: Passage | null = null;
  #listener: PassageListener | null = null;
  #from = 0;
  #to = 0;
  /** Null when the voice reports no word boundaries. */
  #word: number | null = null;
  #attempts = 0;
  #startedAt: number | null = null;
  #speed = 0;

  constructor(
    player: UtterancePlayer,
    voices: Voices,
    speakingRate: SpeakingRate,
    settings: () => SpeechSettings,
  ) {
    this.#player = player;
    this.#voices = voices;
    this.#speakingRate = speakingRate;
    this.#settings = settings;
  }

  /** Null while silent. */
  get spokenUntil(): number | null {
    const passage = this.#passage;
    if (!passage) return null;
    const estimate =
      this.#startedAt === null ? 0 : ((performance.now() - this.#startedAt) / 1000) * this.#speed;
    const at = this.#word ?? Math.min(this.#from + estimate, this.#from + (this.#to - this.#from) * 0.95);
    return passage.sources[Math.floor(at)] ?? passage.sources.at(-1) ?? 0;
  }

  speak(passage: Passage, listener: PassageListener): void {
    if (passage !== this.#pausedPassage) this.#from = 0;
    this.#pausedPassage = passage;
    this.#passage = passage;
    this.#listener = listener;
    this.#attempts = 0;
    this.#speak();
  }

  /** Stops and remembers the word. */
  stop(): void {
    if (!this.#passage) return;
    this.#passage = null;
    this.#startedAt = null;
    this.#word = null;
    this.#player.cancel();
  }

  clearPaused(): void {
    this.#pausedPassage = null;
  }

  restart(): void {
    if (!this.#passage) return;
    this.#from = this.#word ?? this.#from;
    this.#speak();
  }

  #speak(): void {
    const [passage, listener] = [this.#passage, this.#listener];
    if (!passage || !listener) return;
    const { rate, voices } = this.#settings();
    const selected = voices[getBaseLanguage(passage.language)];
    const voice = this.#voices.pick(passage.language, selected);
    if (!voice) {
      this.#passage = null;
      listener.onNoVoice();
      return;
    }
    listener.onVoice(voice, this.#findMissingVoice(selected, voice));
    const remainder = passage.text.slice(this.#from);
    const text = remainder.slice(
      0,
      getFirstChunkLength(remainder, this.#speakingRate.getMaxCharacters(voice, rate) / 2 ** this.#attempts),
    );
    this.#to = this.#from + text.length;
    this.#word = null;
    this.#startedAt = null;
    this.#speed = this.#speakingRate.getSpeed(voice, rate);
    const timeoutMs =
      this.#speakingRate.estimateMs(text, voice, rate) * timeoutAllowance.factor + timeoutAllowance.ms;
    this.#player.speak(
      text,
      { voice, rate, timeoutMs },
      {
        onStart: () => {
          this.#startedAt = performance.now();
        },
        onWord: (at, length) => this.#onWord(at, length || getWordLength(text, at)),
        onEnd: (outcome) => this.#onEnd(outcome, text, voice, rate),
      },
    );
  }

  #onWord(at: number, length: number): void {
    const { sources } = this.#passage ?? {};
    if (!sources) return;
    this.#word = Math.min(this.#to - 1, this.#from + at);
    const [start, last] = [sources[this.#word], sources[Math.min(this.#to, this.#word + length) - 1]];
    if (start !== undefined && last !== undefined) this.#listener?.onWord(start, last + 1);
  }

  #onEnd(outcome: Outcome, text: string, voice: SpeechSynthesisVoice, rate: number): void {
    const listener = this.#listener;
    if (!this.#passage || !listener) return;
    if (outcome === "spoken") this.#onSpokenText(text, voice, rate);
    else if (outcome === "interrupted") listener.onStopped(null);
    else if (outcome === "blocked") listener.onStopped({ kind: "blocked" });
    else this.#onFailed(outcome, voice);
  }

  #onSpokenText(text: string, voice: SpeechSynthesisVoice, rate: number): void {
    if (this.#startedAt !== null)
      this.#speakingRate.addMeasurement(text, voice, rate, performance.now() - this.#startedAt);
    this.#from = this.#to;
    this.#attempts = 0;
    this.#word = null;
    if (this.#passage && this.#from < this.#passage.text.length) {
      this.#speak();
      return;
    }
    this.#passage = null;
    this.#pausedPassage = null;
    this.#listener?.onEnd();
  }

  #onFailed(outcome: Outcome, voice: SpeechSynthesisVoice): void {
    if (outcome === "truncated") {
      // Repeats the word at which speech stalled.
      if (this.#word !== null && this.#word > this.#from) this.#attempts = 0;
      this.#from = this.#word ?? this.#from;
      this.#speakingRate.slowDown(voice);
    }
    this.#attempts += 1;
    if (outcome === "voice-failed" || this.#attempts >= maxAttempts) {
      this.#voices.markFailed(voice);
      this.#attempts = 0;
    }
    this.#speak();
  }

  #findMissingVoice(selected: string | undefined, voice: SpeechSynthesisVoice): string | null {
    this.#voiceNames.set(getVoiceName(voice), voice.name);
    const name =
      selected === undefined || selected === getVoiceName(voice) ? null : this.#voiceNames.get(selected);
    if (selected === undefined || !name) return null;
    this.#voiceNames.delete(selected);
    return name;
  }
}

const getWordLength = (text: string, at: number) => /^\S*/u.exec(text.slice(at))?.[0].length || 1;
