import { getBaseLanguage, isArabicScript } from "./languages.ts";

/** Browsers may fall silent after 15 seconds: nothing that is said at once is to last as long. */
const targetMs = 11_000;
const minLetters = 24;
const maxLetters = 220;

/** Letters in a second at the plain rate, before a voice was heard. */
const usual = (language: string) =>
  ["zh", "ja", "ko"].includes(getBaseLanguage(language)) ? 4.5 : isArabicScript(language) ? 10 : 14;

/** How much what was heard last counts beside what was known. */
const newest = 0.4;

/** How fast each voice speaks, learned while it does. */
export class ReadingSpeed {
  readonly #known = new Map<string, number>();

  /** Letters in a second. */
  getSpeed({ voiceURI, lang }: SpeechSynthesisVoice, rate: number): number {
    return (this.#known.get(voiceURI) ?? usual(lang)) * rate;
  }

  /** How many letters may be said at once. */
  maxAtOnce(voice: SpeechSynthesisVoice, rate: number): number {
    const most = Math.floor((this.getSpeed(voice, rate) * targetMs) / 1000);
    return Math.min(maxLetters, Math.max(minLetters, most));
  }

  /** How long a text takes, in milliseconds. */
  timeFor(text: string, voice: SpeechSynthesisVoice, rate: number): number {
    return (countLetters(text) / this.getSpeed(voice, rate)) * 1000;
  }

  /** A text was said to its end in so many milliseconds. */
  learn(text: string, voice: SpeechSynthesisVoice, rate: number, ms: number): void {
    const letters = countLetters(text);
    // A few letters tell more of the breath around them than of the voice.
    if (letters < 20 || ms < 200) return;
    const heard = letters / (ms / 1000) / rate;
    const before = this.#known.get(voice.voiceURI) ?? usual(voice.lang);
    this.#known.set(voice.voiceURI, Math.min(40, Math.max(2, before + (heard - before) * newest)));
  }

  /** It was cut, so that it must be slower than it was thought to be. */
  slowDown(voice: SpeechSynthesisVoice): void {
    const before = this.#known.get(voice.voiceURI) ?? usual(voice.lang);
    this.#known.set(voice.voiceURI, Math.max(2, before / 2));
  }
}

/** Marks above and below letters take no time of their own. */
export const countLetters = (text: string): number => text.replace(/\p{M}/gu, "").length;
