interface FakeVoice extends SpeechSynthesisVoice {
  readonly reportsWords: boolean;
  /** Characters per second. */
  readonly speed: number;
}

export const createFakeVoice = (input: Partial<FakeVoice> & { readonly lang: string }): FakeVoice => ({
  voiceURI: input.name ?? `voice of ${input.lang}`,
  name: `voice of ${input.lang}`,
  default: false,
  localService: true,
  reportsWords: true,
  speed: 14,
  ...input,
});

const maxUtteranceMs = 15_000;
const startDelayMs = 20;

type Spoken = EventTarget & SpeechSynthesisUtterance;

/** The properties of an utterance that a voice uses. */
export class FakeUtterance extends EventTarget {
  voice: SpeechSynthesisVoice | null = null;
  lang = "";
  rate = 1;
  pitch = 1;
  volume = 1;
  onstart: ((event: unknown) => void) | null = null;
  onboundary: ((event: unknown) => void) | null = null;
  onend: ((event: unknown) => void) | null = null;
  onerror: ((event: unknown) => void) | null = null;
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }
}

/**
 * A fake speechSynthesis with real browsers' quirks: late voices, cancel as an error, optional word
 * boundaries, and silence after 15 s. Use with fake timers.
 */
export class FakeSynthesis extends EventTarget {
  speaking = false;
  pending = false;
  paused = false;
  onvoiceschanged = null;
  readonly spokenTexts: string[] = [];
  readonly spoken: { readonly text: string; readonly voice: string; readonly rate: number }[] = [];
  cancels = 0;
  failures: (string | null)[] = [];
  hasNoVoice = false;
  #voices: readonly FakeVoice[];
  #current: Spoken | null = null;
  #timers: ReturnType<typeof setTimeout>[] = [];

  constructor(voices: readonly FakeVoice[] = []) {
    super();
    this.#voices = voices;
  }

  readonly getVoices = (): SpeechSynthesisVoice[] => [...this.#voices];

  setVoices(voices: readonly FakeVoice[]): void {
    this.#voices = voices;
    this.dispatchEvent(new Event("voiceschanged"));
  }

  readonly resume = (): void => undefined;

  /** Android drops paused utterances. */
  readonly pause = (): void => this.cancel();

  readonly speak = (input: SpeechSynthesisUtterance): void => {
    const utterance = input as Spoken;
    this.spoken.push({ text: utterance.text, voice: utterance.voice?.name ?? "", rate: utterance.rate });
    this.#current = utterance;
    this.speaking = true;
    if (this.hasNoVoice) return;
    const failure = this.failures.shift();
    if (failure) this.#schedule(startDelayMs, () => this.#fail(utterance, failure));
    else this.#schedule(startDelayMs, () => this.#startUtterance(utterance));
  };

  readonly cancel = (): void => {
    this.cancels += 1;
    const cancelled = this.#current;
    this.#silence();
    if (cancelled) setTimeout(() => cancelled.onerror?.({ error: "interrupted" } as never), 5);
  };

  interrupt(): void {
    const utterance = this.#current;
    if (utterance) this.#fail(utterance, "interrupted");
  }

  #startUtterance(utterance: Spoken): void {
    utterance.onstart?.({} as never);
    const voice = this.#voices.find(({ voiceURI }) => voiceURI === utterance.voice?.voiceURI);
    const perCharacter = 1000 / ((voice?.speed ?? 14) * utterance.rate);
    for (const { 0: word, index } of utterance.text.matchAll(/\S+/gu)) {
      const at = index * perCharacter;
      if (at > maxUtteranceMs) return;
      this.#schedule(at, () => {
        if (at + word.length * perCharacter <= maxUtteranceMs) this.spokenTexts.push(word);
        if (voice?.reportsWords)
          utterance.onboundary?.({ name: "word", charIndex: index, charLength: word.length } as never);
      });
    }
    const length = utterance.text.length * perCharacter;
    // A cancelled Chrome utterance reports "speaking" forever.
    if (length > maxUtteranceMs) return;
    this.#schedule(length, () => {
      this.#silence();
      utterance.onend?.({} as never);
    });
  }

  #fail(utterance: Spoken, error: string): void {
    this.#silence();
    utterance.onerror?.({ error } as never);
  }

  #schedule(ms: number, callback: () => void): void {
    this.#timers.push(setTimeout(callback, ms));
  }

  #silence(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers = [];
    this.#current = null;
    this.speaking = false;
  }
}
