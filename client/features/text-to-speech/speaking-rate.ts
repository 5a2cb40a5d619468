import { isArabicScript } from "#shared/books/script.ts";
import { getBaseLanguage } from "./languages.ts";

/** Chrome stops speaking after 15 s, so utterances are shorter. */
const targetMs = 11_000;
const minCharacters = 24;
const maxLength = 220;

const getDefaultSpeed = (language: string) =>
  ["zh", "ja", "ko"].includes(getBaseLanguage(language)) ? 4.5 : isArabicScript(language) ? 10 : 14;

const newestWeight = 0.4;

export class SpeakingRate {
  readonly #speeds = new Map<string, number>();

  /** Characters per second. */
  getSpeed({ voiceURI, lang }: SpeechSynthesisVoice, rate: number): number {
    return (this.#speeds.get(voiceURI) ?? getDefaultSpeed(lang)) * rate;
  }

  getMaxCharacters(voice: SpeechSynthesisVoice, rate: number): number {
    const max = Math.floor((this.getSpeed(voice, rate) * targetMs) / 1000);
    return Math.min(maxLength, Math.max(minCharacters, max));
  }

  /** Estimated duration of a text in milliseconds. */
  estimateMs(text: string, voice: SpeechSynthesisVoice, rate: number): number {
    return (countCharacters(text) / this.getSpeed(voice, rate)) * 1000;
  }

  /** Milliseconds. */
  addMeasurement(text: string, voice: SpeechSynthesisVoice, rate: number, ms: number): void {
    const characters = countCharacters(text);
    // A short sample reflects the pauses more than the voice.
    if (characters < 20 || ms < 200) return;
    const result = characters / (ms / 1000) / rate;
    const previous = this.#speeds.get(voice.voiceURI) ?? getDefaultSpeed(voice.lang);
    this.#speeds.set(
      voice.voiceURI,
      Math.min(40, Math.max(2, previous + (result - previous) * newestWeight)),
    );
  }

  slowDown(voice: SpeechSynthesisVoice): void {
    const previous = this.#speeds.get(voice.voiceURI) ?? getDefaultSpeed(voice.lang);
    this.#speeds.set(voice.voiceURI, Math.max(2, previous / 2));
  }
}

export const countCharacters = (text: string): number => text.replace(/\p{M}/gu, "").length;
