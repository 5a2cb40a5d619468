import type { OpenSection } from "#client/features/reader/engine/document/sections.ts";
import type { Renderer } from "#client/features/reader/engine/layout/renderer.ts";
import { listElements, parseMarkId } from "./overlay-mark-id.ts";
import { type BookClassNames, markElements, markPlaying } from "./playback-highlight.ts";
import type { Target } from "./resolve-target.ts";
import { findCharacterAt, getRanges } from "./sentence-ranges.ts";

export interface BookView {
  readonly renderer: () => Renderer | null;
  /** Runs a programmatic page change after the current action. */
  readonly changePage: (callback: () => Promise<void>) => Promise<void>;
  readonly goTo: (target: Target) => Promise<boolean>;
  readonly sections: readonly OpenSection[];
}

const band = { top: 0.12, bottom: 0.72, goal: 0.33 } as const;

const scrollMs = 350;

const tolerance = 2;

export class SentenceView {
  readonly #view: BookView;
  #marked: { readonly doc: Document; readonly sentence: string } | null = null;
  #scrolledTo: number | null = null;

  constructor(view: BookView) {
    this.#view = view;
  }

  /** Null removes the highlight. */
  mark(target: string | null, classes: BookClassNames): void {
    const doc = target === null ? null : this.#findDocument(target);
    if (this.#marked?.doc === doc && this.#marked?.sentence === target) return;
    if (this.#marked) markElements(this.#marked.doc, [], classes);
    this.#marked = doc && target !== null ? { doc, sentence: target } : null;
    if (doc && target !== null) markElements(doc, listElements(doc, target), classes);
  }

  markPlaying(isPlaying: boolean, classes: BookClassNames): void {
    for (const { doc } of this.#getContents()) if (doc) markPlaying(doc, isPlaying, classes);
  }

  shows(sentence: string, fraction: number): boolean {
    const view = this.#locate(sentence, fraction);
    if (!view) return false;
    if (view === "fixed") return true;
    const { renderer, along } = view;
    if (!renderer.scrolled) return along >= 0 && along < 1;
    if (along >= band.top && along <= band.bottom) return true;
    const { start = 0, end = 0, viewSize = 0 } = renderer;
    const isStuck = along < band.top ? start <= tolerance : viewSize - end <= tolerance;
    return isStuck && along >= 0 && along <= 1;
  }

  /** Turns or scrolls to a point in a sentence. */
  async turnTo(sentence: string, fraction: number): Promise<void> {
    if (!this.#findDocument(sentence)) await this.#view.goTo(this.#toTarget(sentence));
    const view = this.#locate(sentence, fraction);
    if (!view || view === "fixed" || this.shows(sentence, fraction)) return;
    const { renderer, characterRange, along, isVertical } = view;
    if (renderer.scrolled && !isVertical) {
      await this.#scrollSmoothly(renderer, (along - band.goal) * (renderer.size ?? 0));
      return;
    }
    await this.#view.changePage(async () => {
      // The renderer itself follows a selection that the keyboard changes.
      if (this.shows(sentence, fraction)) return;
      const isNext = !renderer.scrolled && Math.floor(along) === 1;
      if (isNext) await renderer.next();
      else await renderer.scrollToAnchor?.(characterRange);
    });
  }

  /** The first sentence that starts on the visible page, searched from the one at its top. */
  findFirstFrom(sentence: string): string {
    if (this.shows(sentence, 0)) return sentence;
    const doc = this.#findDocument(sentence);
    const all = Array.from(doc?.querySelectorAll(".mk-s[id]") ?? [], ({ id }) => id);
    const next = all[all.indexOf(sentence) + 1];
    return next !== undefined && this.shows(next, 0) ? next : sentence;
  }

  readonly onSettled = (): void => {
    this.#scrolledTo = this.#view.renderer()?.start ?? null;
  };

  readonly isScrolledManually = (): boolean => {
    const { scrolled, start = 0 } = this.#view.renderer() ?? {};
    return scrolled === true && Math.abs(start - (this.#scrolledTo ?? start)) > tolerance;
  };

  /** Where a point of a sentence is in reading direction: 0 to 1 on the visible page. */
  #locate(sentence: string, fraction: number) {
    const doc = this.#findDocument(sentence);
    const frame = doc?.defaultView?.frameElement;
    const renderer = this.#view.renderer();
    if (!doc || !frame || !renderer) return null;
    const { size, scrolled = false } = renderer;
    // Fixed-layout pages are fully visible.
    if (size === undefined) return "fixed" as const;
    const characterRange = findCharacterAt(getRanges(listElements(doc, sentence)), fraction);
    const rect = characterRange?.getClientRects()[0];
    if (!characterRange || !rect) return null;

    const { writingMode, direction } = doc.defaultView.getComputedStyle(doc.body);
    const isVertical = writingMode.startsWith("vertical");
    const [outer, host] = [frame.getBoundingClientRect(), renderer.getBoundingClientRect()];
    if (isVertical !== scrolled) {
      const middle = outer.top + (rect.top + rect.bottom) / 2;
      return {
        renderer,
        characterRange,
        isVertical,
        along: (middle - host.top - (host.height - size) / 2) / size,
      };
    }
    const middle = outer.left + (rect.left + rect.right) / 2;
    const fromLeft = (middle - host.left - (host.width - size) / 2) / size;
    const isBackward = direction === "rtl" || isVertical;
    return { renderer, characterRange, isVertical, along: isBackward ? 1 - fromLeft : fromLeft };
  }

  #getContents() {
    return this.#view.renderer()?.getContents() ?? [];
  }

  #findDocument(sentence: string): Document | null {
    return this.#getContents().find(({ doc }) => doc && listElements(doc, sentence).length > 0)?.doc ?? null;
  }

  #toTarget(name: string): Target {
    const mark = parseMarkId(name);
    if (!mark) return { sentence: name };
    const section = this.#view.sections.findIndex(({ item }) => item.index === mark.spineIndex);
    const path = this.#view.sections[section]?.item.path;
    if (!mark.id || path === undefined) return { section };
    return { href: `${path.split("/").map(encodeURIComponent).join("/")}#${encodeURIComponent(mark.id)}` };
  }

  async #scrollSmoothly(renderer: Renderer, pixels: number): Promise<void> {
    const from = renderer.start ?? 0;
    const max = Math.max(0, (renderer.viewSize ?? 0) - (renderer.size ?? 0));
    const to = Math.min(max, Math.max(0, from + pixels));
    const setScroll = (at: number) => {
      renderer.containerPosition = at;
      this.onSettled();
    };
    if (!renderer.hasAttribute("animated")) {
      setScroll(to);
      return;
    }
    await animate(scrollMs, (fraction) => {
      if (this.isScrolledManually()) return false;
      setScroll(from + (to - from) * fraction);
      return true;
    });
  }
}

function animate(milliseconds: number, callback: (fraction: number) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const startedAt = performance.now();
    const onFrame = () => {
      const elapsed = Math.min(1, (performance.now() - startedAt) / milliseconds);
      if (callback(1 - (1 - elapsed) ** 2) && elapsed < 1) requestAnimationFrame(onFrame);
      else resolve();
    };
    requestAnimationFrame(onFrame);
  });
}
