import type { SectionDocument } from "#client/features/reader/engine/document/section-documents.ts";
import { getPageSize, type PageSize } from "./page-size.ts";
import type { Relocation, Renderer, VisibleBook } from "./renderer.ts";
import { computeSpreads, type Spread } from "./spreads.ts";
import { listenForSwipes, preventScroll, type Swipe } from "./swipes.ts";

interface VisiblePage {
  readonly documentIndex: number;
  readonly frame: HTMLIFrameElement;
  readonly box: HTMLElement;
  readonly size: PageSize;
}

const styles = `
  :host { display: flex; justify-content: center; align-items: center; overflow: hidden; }
  div { flex: none; overflow: hidden; }
  iframe { display: block; border: 0; transform-origin: top left; }
`;

export class FixedPages extends HTMLElement implements Renderer {
  readonly #root = this.attachShadow({ mode: "closed" });
  readonly #observer = new ResizeObserver(() => this.#onResize());
  #book: VisibleBook | null = null;
  #visiblePages: readonly VisiblePage[] = [];
  #requestedSpread: Spread | null = null;
  #wasPortrait = false;
  #styles: readonly [string, string] = ["", ""];

  open(book: VisibleBook): void {
    this.#book = book;
    const style = document.createElement("style");
    style.textContent = styles;
    this.#root.append(style);
    preventScroll(this);
    listenForSwipes(this, this.#swipes);
    this.#observer.observe(this);
  }

  setStyles(styles: readonly [string, string]): void {
    this.#styles = styles;
    for (const { frame } of this.#visiblePages) this.#applyStyles(frame.contentDocument);
  }

  goTo({ index }: { readonly index: number }): Promise<void> {
    const spread = this.#getSpread(index);
    const isShown = this.#visiblePages.length > 0 && this.#requestedSpread?.[0] === spread[0];
    if (!isShown) return this.#show(spread, "navigation");
    this.#emitPosition("navigation");
    return Promise.resolve();
  }

  next(): Promise<void> {
    return this.#turn(1);
  }

  prev(): Promise<void> {
    return this.#turn(-1);
  }

  getContents() {
    return this.#visiblePages.map(({ documentIndex, frame }) => ({
      doc: frame.contentDocument,
      index: documentIndex,
    }));
  }

  destroy(): void {
    this.#observer.disconnect();
    this.#requestedSpread = null;
    this.#unload();
  }

  readonly #swipes = {
    onSwipe: (direction: Swipe) => {
      const isScrolled = this.getAttribute("flow") === "scrolled";
      if (direction === "up" || direction === "down") {
        if (isScrolled) void this.#turn(direction === "up" ? 1 : -1);
      } else void this.#turn((direction === "left") === (this.#book?.dir !== "rtl") ? 1 : -1);
    },
  };

  get #documents(): readonly SectionDocument[] {
    return this.#book?.sections ?? [];
  }

  get #isPortrait(): boolean {
    return this.clientHeight > this.clientWidth;
  }

  get #isSingle(): boolean {
    const spread = this.#book?.rendition?.spread;
    if (spread === "none") return true;
    return this.#isPortrait && spread !== "both" && spread !== "portrait";
  }

  #getSpread(sectionIndex: number): Spread {
    if (this.#isSingle || this.#documents[sectionIndex]?.linear === "no") return [sectionIndex];
    const arePaired = this.#book?.rendition?.layout === "pre-paginated";
    const isSinglePage = (at: number, side?: string) => !side && (at === 0 || !arePaired);
    const pages = this.#documents.flatMap(({ isFixed, linear, pageSpread: side }, at) =>
      isFixed && linear !== "no" ? [{ documentIndex: at, side, isAlone: isSinglePage(at, side) }] : [],
    );
    const spreads = computeSpreads(pages, this.#book?.dir === "rtl");
    return spreads.find((spread) => spread.includes(sectionIndex)) ?? [sectionIndex];
  }

  async #turn(direction: 1 | -1): Promise<void> {
    const from = direction === 1 ? this.#requestedSpread?.at(-1) : this.#requestedSpread?.[0];
    if (from === undefined) return;
    let to = from + direction;
    while (this.#documents[to]?.linear === "no") to += direction;
    const sectionDocument = this.#documents[to];
    if (!sectionDocument) return;
    if (sectionDocument.isFixed) await this.#show(this.#getSpread(to), "page");
    else this.#emitRelocate({ index: to, last: to, reason: "page" });
  }

  async #show(spread: Spread, reason: Relocation["reason"]): Promise<void> {
    this.#requestedSpread = spread;
    this.#wasPortrait = this.#isPortrait;
    this.#unload();
    const pages = await Promise.all(spread.map((sectionIndex) => this.#load(sectionIndex ?? -1)));
    if (this.#requestedSpread !== spread) {
      for (const { box } of pages) box.remove();
      return;
    }
    this.#visiblePages = pages;
    this.#fit();
    this.#emitPosition(reason);
  }

  #emitPosition(reason: Relocation["reason"]): void {
    const [index, last = index] = this.#requestedSpread ?? [0];
    this.#emitRelocate({ index, last, reason });
  }

  #emitRelocate(at: Pick<Relocation, "index" | "last" | "reason">): void {
    this.dispatchEvent(new CustomEvent("relocate", { detail: { ...at, range: null, fraction: 0, size: 1 } }));
  }

  async #load(sectionIndex: number): Promise<VisiblePage> {
    const url = (await this.#documents[sectionIndex]?.load()) ?? "";
    const [container, frame] = [document.createElement("div"), document.createElement("iframe")];
    Object.assign(frame.style, { width: `${this.clientWidth}px`, height: `${this.clientHeight}px` });
    container.style.visibility = "hidden";
    frame.setAttribute("sandbox", "allow-same-origin allow-scripts");
    frame.setAttribute("scrolling", "no");
    container.append(frame);
    const doc = await waitUntilLoaded(frame, url, () => this.#insertInOrder(container, sectionIndex));
    this.#applyStyles(doc);
    placeFixedBoxes(doc);
    preventScroll(doc);
    listenForSwipes(doc, this.#swipes);
    this.dispatchEvent(new CustomEvent("load", { detail: { doc, index: sectionIndex } }));
    return {
      documentIndex: sectionIndex,
      frame,
      box: container,
      size: getPageSize(doc, this.#book?.rendition?.viewport),
    };
  }

  #insertInOrder(container: HTMLElement, sectionIndex: number): void {
    container.dataset["index"] = String(sectionIndex);
    const isRightToLeft = this.#book?.dir === "rtl";
    const boxes = Array.from(this.#root.querySelectorAll<HTMLElement>("div"));
    const after = boxes.find(({ dataset }) => Number(dataset["index"]) > sectionIndex !== isRightToLeft);
    this.#root.insertBefore(container, after ?? null);
  }

  #applyStyles(doc: Document | null): void {
    if (!doc?.querySelector(".mk-message")) return;
    doc.getElementById("mk-style")?.remove();
    const style = doc.createElementNS("http://www.w3.org/1999/xhtml", "style");
    style.id = "mk-style";
    style.textContent = this.#styles[1];
    doc.documentElement.append(style);
  }

  #onResize(): void {
    const [first] = this.#visiblePages;
    if (!first) return;
    if (this.#isPortrait === this.#wasPortrait) this.#fit();
    else void this.#show(this.#getSpread(first.documentIndex), "anchor");
  }

  #fit(): void {
    const maxHeight = Math.max(...this.#visiblePages.map(({ size }) => size.height));
    const width = this.#visiblePages.reduce(
      (sum, { size }) => sum + (size.width / size.height) * maxHeight,
      0,
    );
    const scale = Math.min(this.clientWidth / width, this.clientHeight / maxHeight);
    for (const { box, frame, size } of this.#visiblePages) {
      const ownScale = (scale * maxHeight) / size.height;
      Object.assign(frame.style, {
        width: `${size.width}px`,
        height: `${size.height}px`,
        transform: `scale(${ownScale})`,
      });
      Object.assign(box.style, {
        width: `${size.width * ownScale}px`,
        height: `${size.height * ownScale}px`,
        visibility: "",
      });
    }
  }

  #unload(): void {
    for (const { documentIndex, box } of this.#visiblePages) {
      box.remove();
      this.#documents[documentIndex]?.unload();
    }
    this.#visiblePages = [];
  }
}

/** Boxes that are sticky instead of fixed (`cleanPosition`) must take no space on a page of its own size. */
function placeFixedBoxes(doc: Document): void {
  for (const element of doc.querySelectorAll<HTMLElement>("body *"))
    if (doc.defaultView?.getComputedStyle(element).position === "sticky") element.style.position = "absolute";
}

function waitUntilLoaded(frame: HTMLIFrameElement, url: string, layOut: () => void): Promise<Document> {
  return new Promise((resolve, reject) => {
    frame.addEventListener(
      "load",
      () => (frame.contentDocument ? resolve(frame.contentDocument) : reject(new Error("No document"))),
      { once: true },
    );
    frame.src = url;
    layOut();
  });
}

export const fixedElement = "reader-fixed-pages";
customElements.define(fixedElement, FixedPages);
