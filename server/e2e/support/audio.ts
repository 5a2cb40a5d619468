import type { Page } from "@playwright/test";

interface AudioEvent {
  readonly event: string;
  readonly at: number;
}

declare global {
  interface Window {
    receivedEvents: AudioEvent[];
    audioElements: HTMLAudioElement[];
  }
}

export async function watchAudio(page: Page) {
  await page.addInitScript(() => {
    window.receivedEvents = [];
    window.audioElements = [];
    const OriginalAudio = window.Audio;
    window.Audio = class extends OriginalAudio {
      constructor(url?: string) {
        super(url);
        window.audioElements.push(this);
        for (const event of ["playing", "pause", "ended"]) {
          this.addEventListener(event, () => window.receivedEvents.push({ event, at: performance.now() }));
        }
      }
    };
  });
  const getEvents = () => page.evaluate(() => window.receivedEvents);

  return {
    events: async () => (await getEvents()).map(({ event }) => event),

    /** Milliseconds of silence between each file and the next. */
    async listGaps(): Promise<number[]> {
      const events = await getEvents();
      return events.flatMap(({ event, at }, index) => {
        if (event !== "ended") return [];
        const next = events.slice(index).find((later) => later.event === "playing");
        return next ? [Math.round(next.at - at)] : [];
      });
    },

    time: () =>
      page.evaluate(() => Math.max(0, ...window.audioElements.map(({ currentTime }) => currentTime))),
  };
}
