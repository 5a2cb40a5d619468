import type { SectionDocument } from "#client/features/reader/engine/document/section-documents.ts";
import { getPageSize, type PageSize } from "./page-size.ts";
import type { Relocation, Renderer, VisibleBook } from "./renderer.ts";
import { computeSpreads, type Spread } from "./spreads.ts";
import { listenForSwipes, preventScroll, type Swipe } from "./swipes.ts";

interface ShownPage {
  readonly leaf: number;
  readonly frame: HTMLIFrameElement;
  readonly box: HTMLElement;
  readonly size: PageSize;
}

const look = `
  :host { display: flex; justify-content: center; align-items: center; overflow: hidden; }
  div { flex: none; overflow: hidden; }
  iframe { display: block; border: 0; transform-origin: top left; }
`;

export class FixedPages extends HTMLElement implements Renderer {
  readonly #root = this.attachShadow({ mode: "closed" });
  readonly #observer = new ResizeObserver(() => this.#onResize());
  #book: VisibleBook | null = null;
  #shown: readonly ShownPage[] = [];
  #asked: Spread | null = null;
  #wasUpright = false;
  #styles: readonly [string, string] = ["", ""];

  open(book: VisibleBook): void {
    this.#book = book;
    const style = document.createElement("style");
    style.textContent = look;
    this.#root.append(style);
    preventScroll(this);
    listenForSwipes(this, this.#swipes);
    this.#observer.observe(this);
  }

  setStyles(styles: readonly [string, string]): void {
    this.#styles = styles;
    for (const { frame } of this.#shown) this.#dress(frame.contentDocument);
  }

  goTo({ index }: { readonly index: number }): Promise<void> {
    const spread = this.#spreadOf(index);
    const isShown = this.#shown.length > 0 && this.#asked?.[0] === spread[0];
    if (!isShown) return this.#show(spread, "navigation");
    this.#tellWhere("navigation");
    return Promise.resolve();
  }

  next(): Promise<void> {
    return this.#turn(1);
  }

  prev(): Promise<void> {
    return this.#turn(-1);
  }

  getContents() {
    return this.#shown.map(({ leaf, frame }) => ({ doc: frame.contentDocument, index: leaf }));
  }

  destroy(): void {
    this.#observer.disconnect();
    this.#asked = null;
    this.#unload();
  }

  readonly #swipes = {
    onSwipe: (way: Swipe) => {
      const isScrolled = this.getAttribute("flow") === "scrolled";
      if (way === "up" || way === "down") {
        if (isScrolled) void this.#turn(way === "up" ? 1 : -1);
      } else void this.#turn((way === "left") === (this.#book?.dir !== "rtl") ? 1 : -1);
    },
  };

  get #leaves(): readonly SectionDocument[] {
    return this.#book?.sections ?? [];
  }

  get #isUpright(): boolean {
    return this.clientHeight > this.clientWidth;
  }

  get #isSingle(): boolean {
    const spread = this.#book?.rendition?.spread;
    if (spread === "none") return true;
    return this.#isUpright && spread !== "both" && spread !== "portrait";
  }

  #spreadOf(sectionIndex: number): Spread {
    if (this.#isSingle || this.#leaves[sectionIndex]?.linear === "no") return [sectionIndex];
    const arePaired = this.#book?.rendition?.layout === "pre-paginated";
    const standsAlone = (at: number, side?: string) => !side && (at === 0 || !arePaired);
    const pages = this.#leaves.flatMap(({ isFixed, linear, pageSpread: side }, at) =>
      isFixed && linear !== "no" ? [{ leaf: at, side, isAlone: standsAlone(at, side) }] : [],
    );
    const spreads = computeSpreads(pages, this.#book?.dir === "rtl");
    return spreads.find((spread) => spread.includes(sectionIndex)) ?? [sectionIndex];
  }

  async #turn(direction: 1 | -1): Promise<void> {
    const from = direction === 1 ? this.#asked?.at(-1) : this.#asked?.[0];
    if (from === undefined) return;
    let to = from + direction;
    while (this.#leaves[to]?.linear === "no") to += direction;
    const sectionDocument = this.#leaves[to];
    if (!sectionDocument) return;
    if (sectionDocument.isFixed) await this.#show(this.#spreadOf(to), "page");
    else this.#tell({ index: to, last: to, reason: "page" });
  }

  async #show(spread: Spread, reason: Relocation["reason"]): Promise<void> {
    this.#asked = spread;
    this.#wasUpright = this.#isUpright;
    this.#unload();
    const pages = await Promise.all(spread.map((sectionIndex) => this.#load(sectionIndex ?? -1)));
    if (this.#asked !== spread) {
      for (const { box } of pages) box.remove();
      return;
    }
    this.#shown = pages;
    this.#fit();
    this.#tellWhere(reason);
  }

  #tellWhere(reason: Relocation["reason"]): void {
    const [index, last = index] = this.#asked ?? [0];
    this.#tell({ index, last, reason });
  }

  #tell(at: Pick<Relocation, "index" | "last" | "reason">): void {
    this.dispatchEvent(new CustomEvent("relocate", { detail: { ...at, range: null, fraction: 0, size: 1 } }));
  }

  async #load(sectionIndex: number): Promise<ShownPage> {
    const address = (await this.#leaves[sectionIndex]?.load()) ?? "";
    const [box, frame] = [document.createElement("div"), document.createElement("iframe")];
    Object.assign(frame.style, { width: `${this.clientWidth}px`, height: `${this.clientHeight}px` });
    box.style.visibility = "hidden";
    frame.setAttribute("sandbox", "allow-same-origin allow-scripts");
    frame.setAttribute("scrolling", "no");
    box.append(frame);
    const doc = await loaded(frame, address, () => this.#place(box, sectionIndex));
    this.#dress(doc);
    preventScroll(doc);
    listenForSwipes(doc, this.#swipes);
    this.dispatchEvent(new CustomEvent("load", { detail: { doc, index: sectionIndex } }));
    return { leaf: sectionIndex, frame, box, size: getPageSize(doc, this.#book?.rendition?.viewport) };
  }

  #place(box: HTMLElement, sectionIndex: number): void {
    box.dataset["leaf"] = String(sectionIndex);
    const isRightToLeft = this.#book?.dir === "rtl";
    const boxes = Array.from(this.#root.querySelectorAll<HTMLElement>("div"));
    const after = boxes.find(({ dataset }) => Number(dataset["leaf"]) > sectionIndex !== isRightToLeft);
    this.#root.insertBefore(box, after ?? null);
  }

  #dress(doc: Document | null): void {
    if (!doc?.querySelector(".mk-message")) return;
    doc.getElementById("mk-style")?.remove();
    const style = doc.createElementNS("http://www.w3.org/1999/xhtml", "style");
    style.id = "mk-style";
    style.textContent = this.#styles[1];
    doc.documentElement.append(style);
  }

  #onResize(): void {
    const [first] = this.#shown;
    if (!first) return;
    if (this.#isUpright === this.#wasUpright) this.#fit();
    else void this.#show(this.#spreadOf(first.leaf), "anchor");
  }

  #fit(): void {
    const tallest = Math.max(...this.#shown.map(({ size }) => size.height));
    const width = this.#shown.reduce((sum, { size }) => sum + (size.width / size.height) * tallest, 0);
    const scale = Math.min(this.clientWidth / width, this.clientHeight / tallest);
    for (const { box, frame, size } of this.#shown) {
      const own = (scale * tallest) / size.height;
      Object.assign(frame.style, {
        width: `${size.width}px`,
        height: `${size.height}px`,
        transform: `scale(${own})`,
      });
      Object.assign(box.style, {
        width: `${size.width * own}px`,
        height: `${size.height * own}px`,
        visibility: "",
      });
    }
  }

  #unload(): void {
    for (const { leaf, box } of this.#shown) {
      box.remove();
      this.#leaves[leaf]?.unload();
    }
    this.#shown = [];
  }
}

function loaded(frame: HTMLIFrameElement, address: string, place: () => void): Promise<Document> {
  return new Promise((resolve, reject) => {
    frame.addEventListener(
      "load",
      () => (frame.contentDocument ? resolve(frame.contentDocument) : reject(new Error("No document"))),
      { once: true },
    );
    frame.src = address;
    place();
  });
}

export const fixedElement = "reader-fixed-pages";
customElements.define(fixedElement, FixedPages);
