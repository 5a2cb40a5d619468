import type { Page } from "@playwright/test";

export interface SpokenText {
  readonly text: string;
  readonly voice: string;
  readonly rate: number;
}

declare global {
  interface Window {
    spoken: SpokenText[];
  }
}

/**
 * Installs fake voices before the page opens: the test browser has none.
 *
 * @param charactersPerSecond the speaking rate
 */
export async function stubVoices(page: Page, charactersPerSecond = 30): Promise<void> {
  await page.addInitScript((speed) => {
    window.spoken = [];
    let areLoaded = false;
    let timers: number[] = [];
    let current: SpeechSynthesisUtterance | null = null;
    const getVoice = (name: string, lang: string) => ({
      name,
      lang,
      voiceURI: name,
      localService: true,
      default: lang === "en-GB",
    });
    const voices = [
      getVoice("Emma", "en-GB"),
      getVoice("James", "en-US"),
      getVoice("Amina", "ar-SA"),
      getVoice("Claire", "fr-FR"),
    ];
    const schedule = (ms: number, callback: () => void) => timers.push(window.setTimeout(callback, ms));
    const stopSpeaking = () => {
      for (const timer of timers) clearTimeout(timer);
      timers = [];
      current = null;
    };
    const start = (utterance: SpeechSynthesisUtterance) => {
      const { text, rate } = utterance;
      if (text === "") return;
      current = utterance;
      window.spoken.push({ text, voice: utterance.voice?.name ?? "", rate });
      const createEvent = (name: string, at = 0, length = 0) =>
        ({ type: name, name: "word", charIndex: at, charLength: length }) as unknown as SpeechSynthesisEvent;
      schedule(10, () => utterance.onstart?.(createEvent("start")));
      for (const { 0: word, index } of text.matchAll(/\S+/gu)) {
        schedule(20 + (index / speed / rate) * 1000, () =>
          utterance.onboundary?.(createEvent("boundary", index, word.length)),
        );
      }
      schedule(20 + (text.length / speed / rate) * 1000, () => {
        stopSpeaking();
        utterance.onend?.(createEvent("end"));
      });
    };
    const synthesis = Object.assign(new EventTarget(), {
      getVoices: () => (areLoaded ? voices : []),
      speak: start,
      resume: () => {},
      pause: () => {},
      cancel: () => {
        const cancelled = current;
        stopSpeaking();
        const event = { error: "interrupted" } as SpeechSynthesisErrorEvent;
        if (cancelled) setTimeout(() => cancelled.onerror?.(event), 5);
      },
    });
    Object.defineProperty(synthesis, "speaking", { get: () => current !== null });
    Object.defineProperty(window, "speechSynthesis", { value: synthesis });
    class Utterance extends EventTarget {
      voice: SpeechSynthesisVoice | null = null;
      lang = "";
      rate = 1;
      readonly text: string;
      constructor(text: string) {
        super();
        this.text = text;
      }
    }
    Object.defineProperty(window, "SpeechSynthesisUtterance", { value: Utterance });
    setTimeout(() => {
      areLoaded = true;
      synthesis.dispatchEvent(new Event("voiceschanged"));
    }, 700);
  }, charactersPerSecond);
}
