import type { Page } from "@playwright/test";
import { playerContract } from "#shared/player/contract.ts";
import { readerContract, type SyncedSentence } from "#shared/reader/contract.ts";

interface HighlightSample {
  readonly file: string;
  readonly time: number;
  readonly rate: number;
  /** Null while no sentence is highlighted. */
  readonly sentence: string | null;
}

declare global {
  interface Window {
    shadowRoots: ShadowRoot[];
  }
}

export async function captureShadowRoots(page: Page): Promise<void> {
  await page.addInitScript(() => {
    window.shadowRoots = [];
    const { attachShadow } = Element.prototype;
    Element.prototype.attachShadow = function (options) {
      const root = attachShadow.call(this, options);
      window.shadowRoots.push(root);
      return root;
    };
  });
}

/** Samples the playing time and the highlight in every frame, for this many milliseconds. */
export function sampleHighlights(page: Page, milliseconds: number): Promise<HighlightSample[]> {
  return page.evaluate(
    ({ duration, ownClass }) =>
      new Promise<HighlightSample[]>((resolve) => {
        const samples: HighlightSample[] = [];
        const startedAt = performance.now();
        const getSentenceId = (view: Window | null) => {
          const highlights = (view as (Window & typeof globalThis) | null)?.CSS.highlights;
          const [range] = (highlights?.get("mk-playing") ?? []) as Iterable<Range>;
          const node = range?.startContainer;
          const element =
            node instanceof (view as Window & typeof globalThis).Element ? node : node?.parentElement;
          const highlighted = element ?? view?.document.querySelector(`.${ownClass}`);
          return highlighted?.id || highlighted?.getAttribute("data-s") || null;
        };
        const sampleFrame = () => {
          const frames = window.shadowRoots.flatMap((root) => [...root.querySelectorAll("iframe")]);
          const sentenceIds = frames
            .map(({ contentWindow }) => getSentenceId(contentWindow))
            .filter((id) => id !== null);
          const playing = window.audioElements.find(({ paused }) => !paused);
          if (playing) {
            const { src, currentTime, playbackRate } = playing;
            const file = new URL(src).pathname;
            samples.push({ file, time: currentTime, rate: playbackRate, sentence: sentenceIds[0] ?? null });
          }
          if (performance.now() - startedAt < duration) requestAnimationFrame(sampleFrame);
          else resolve(samples);
        };
        requestAnimationFrame(sampleFrame);
      }),
    { duration: milliseconds, ownClass: "-epub-media-overlay-active" },
  );
}

export async function getSentencesByUrl(
  page: Page,
  bookId: string,
): Promise<ReadonlyMap<string, readonly SyncedSentence[]>> {
  const fetchJson = async (path: string) => (await page.request.get(path.replace(":bookId", bookId))).json();
  const [map, playlist] = await Promise.all([
    fetchJson(readerContract.getSyncMap.path),
    fetchJson(playerContract.getPlaylist.path),
  ]);
  const { chapters } = readerContract.getSyncMap.response.parse(map);
  return new Map(
    playerContract.getPlaylist.response
      .parse(playlist)
      .chapters.map(({ audioUrl, chapterNumber }) => [
        audioUrl,
        chapters.find((chapter) => chapter.chapterNumber === chapterNumber)?.sentences ?? [],
      ]),
  );
}

const toleranceSeconds = 0.2;

/** The frames that highlight another sentence than the one that was playing. */
export function findMismatches(
  samples: readonly HighlightSample[],
  map: ReadonlyMap<string, readonly SyncedSentence[]>,
): HighlightSample[] {
  return samples.filter(({ file, time, rate, sentence }) => {
    const sentences = map.get(file) ?? [];
    const allowed = [-1, 0, 1].map((direction) => {
      const at = time + direction * toleranceSeconds * rate;
      return sentences.findLast(([, start]) => start <= at)?.[0] ?? null;
    });
    return !allowed.includes(sentence as SyncedSentence[0] | null);
  });
}
