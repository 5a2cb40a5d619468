import { delay } from "#client/features/reader/engine/document/idle-timeout.ts";
import type { OpenBook } from "#client/features/reader/engine/document/open-book.ts";
import { ensureContrast } from "#client/features/reader/engine/styles/ensure-contrast.ts";
import { fitColumns } from "#client/features/reader/engine/styles/fit-columns.ts";
import { fixOverflow } from "#client/features/reader/engine/styles/fix-overflow.ts";
import { createPageRenderer } from "./create-page-renderer.ts";
import {
  getRendererKind,
  type PositionedRelocation,
  type Relocation,
  type Renderer,
  type RendererKind,
} from "./renderer.ts";

export interface Layout {
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly styles: readonly [before: string, after: string];
}

interface ViewportListener {
  readonly onDocument: (doc: Document, section: number) => void;
  readonly onRelocate: (at: PositionedRelocation) => void;
  readonly onScroll: () => void;
  readonly isNavigating: () => boolean;
}

type Anchor = (doc: Document) => Range | Element | number;

/**
 * Shows the pages: one renderer for reflowable text and one for fixed layouts, for books that mix both. A
 * renderer that hangs is replaced.
 */
export class Viewport {
  readonly #book: OpenBook;
  readonly #host: HTMLElement;
  readonly #listener: ViewportListener;
  readonly #renderers = new Map<RendererKind, Renderer>();
  #layout: Layout;
  #kind: RendererKind;
  #documentIndex = 0;
  /** While switching between renderers. */
  #rendererSwitch: Promise<void> | null = null;
  #isSwitching = false;
  readonly #observer = new ResizeObserver(() => requestAnimationFrame(() => this.#fitAll()));

  constructor(book: OpenBook, host: HTMLElement, layout: Layout, listener: ViewportListener) {
    this.#book = book;
    this.#host = host;
    this.#layout = layout;
    this.#listener = listener;
    this.#kind = book.isFixed ? "fixed" : "reflowable";
    this.#observer.observe(host);
  }

  /** Prepares the first renderer; nothing is shown until `goTo`. */
  async open(): Promise<void> {
    await this.#showRenderer(this.#kind);
  }

  /** Null while renderers are replaced and after closing. */
  get visibleRenderer(): Renderer | null {
    return this.#renderers.get(this.#kind) ?? null;
  }

  /** The visible renderer. */
  get renderer(): Renderer {
    const renderer = this.visibleRenderer;
    if (!renderer) throw new Error("No page renderer is visible");
    return renderer;
  }

  async goTo(sectionIndex: number, anchor: Anchor = () => 0): Promise<void> {
    await this.#rendererSwitch;
    await this.#showRenderer(this.#getKind(sectionIndex));
    await this.renderer.goTo({ index: sectionIndex, anchor });
  }

  /** Turns to the next page, or scrolls by some pixels. */
  async next(pixels?: number): Promise<void> {
    await this.renderer.next(pixels);
    await this.#rendererSwitch;
  }

  /** Turns to the previous page, or scrolls by some pixels. */
  async prev(pixels?: number): Promise<void> {
    await this.renderer.prev(pixels);
    await this.#rendererSwitch;
  }

  /** Changes the layout. */
  setLayout(layout: Layout): void {
    this.#layout = layout;
    for (const [kind, renderer] of this.#renderers) this.#layOut(renderer, kind);
  }

  /** Starts with empty renderers. */
  async replace(): Promise<void> {
    this.#clear();
    await this.open();
  }

  close(): void {
    this.#observer.disconnect();
    this.#clear();
  }

  #clear(): void {
    for (const renderer of this.#renderers.values()) destroyRenderer(renderer);
    this.#renderers.clear();
    this.#isSwitching = false;
    this.#rendererSwitch = null;
  }

  #getKind(sectionIndex: number): RendererKind {
    const document = this.#book.documents.documents[sectionIndex];
    return document ? getRendererKind(document) : this.#kind;
  }

  /** Brings the renderer of a kind to the front. */
  async #showRenderer(kind: RendererKind): Promise<void> {
    if (!this.#renderers.has(kind)) {
      const renderer = await createPageRenderer(this.#book, kind, this.#listener.isNavigating);
      this.#renderers.set(kind, renderer);
      this.#listenTo(renderer, kind);
      this.#host.append(renderer);
      this.#layOut(renderer, kind);
    }
    this.#kind = kind;
    for (const [each, { style }] of this.#renderers) style.visibility = each === kind ? "" : "hidden";
  }

  #layOut(renderer: Renderer, kind: RendererKind): void {
    const { attributes, styles } = this.#layout;
    for (const [name, value] of Object.entries(attributes)) {
      if (value === null) renderer.removeAttribute(name);
      else if (renderer.getAttribute(name) !== value) renderer.setAttribute(name, value);
    }
    renderer.setStyles([...styles]);
    if (kind === "fixed") return;
    this.#fitAll();
    for (const { doc } of renderer.getContents()) if (doc) ensureContrast(doc);
  }

  #fitAll(): void {
    const reflowable = this.#renderers.get("reflowable");
    if (!reflowable) return;
    for (const { doc } of reflowable.getContents()) if (doc) fitDocument(doc, reflowable);
  }

  #listenTo(renderer: Renderer, kind: RendererKind): void {
    renderer.addEventListener("load", (event) => {
      const { doc, index } = (event as CustomEvent<{ doc: Document; index: number }>).detail;
      renderer.setStyles([...this.#layout.styles]);
      if (this.#getKind(index) === kind)
        this.#listener.onDocument(doc, this.#book.documents.getSection(index));
      else this.#forwardKeys(doc);
    });
    renderer.addEventListener("create-overlayer", (event) => {
      const { doc } = (event as CustomEvent<{ doc: Document }>).detail;
      fitDocument(doc, renderer);
      ensureContrast(doc);
      // A font that loads later changes the width of the text.
      doc.fonts?.addEventListener("loadingdone", () => this.#fitAll());
    });
    renderer.addEventListener("scroll", () => this.#kind === kind && this.#listener.onScroll());
    renderer.addEventListener("relocate", (event) => {
      if (this.#kind === kind && !this.#isSwitching)
        this.#onRelocate((event as CustomEvent<Relocation>).detail);
    });
  }

  /** Moves the focus from the other renderer. */
  #forwardKeys(doc: Document): void {
    doc.addEventListener("keydown", (event) => {
      if (!this.#host.dispatchEvent(new KeyboardEvent("keydown", event))) event.preventDefault();
    });
  }

  #onRelocate(at: Relocation): void {
    if (this.#getKind(at.index) === this.#kind) {
      this.#documentIndex = at.index;
      this.#listener.onRelocate(this.#addPosition(at));
      return;
    }
    this.#isSwitching = true;
    this.#rendererSwitch = this.#switchRenderer(at.index);
    this.#rendererSwitch.catch(() => {});
  }

  async #switchRenderer(sectionIndex: number): Promise<void> {
    const isBack = sectionIndex < this.#documentIndex;
    await delay(0);
    const hadFocus = this.#host.contains(document.activeElement);
    await this.#showRenderer(this.#getKind(sectionIndex));
    this.#isSwitching = false;
    await this.renderer.goTo({ index: sectionIndex, anchor: () => Number(isBack) });
    if (hadFocus) this.renderer.getContents()[0]?.doc?.defaultView?.focus();
  }

  #addPosition(at: Relocation): PositionedRelocation {
    const { documents } = this.#book;
    const { section, ...position } = documents.getPosition(at.index);
    const { from, to } = position.span;
    const fraction = from + (Number.isFinite(at.fraction) ? at.fraction : 0) * (to - from);
    const last = documents.getSection(at.last ?? at.index);
    return { ...at, ...position, fraction, index: section, documentIndex: at.index, last };
  }
}

function destroyRenderer(renderer: Renderer): void {
  try {
    renderer.destroy();
  } catch {}
  renderer.remove();
}

function fitDocument(doc: Document, renderer: Renderer): void {
  fixOverflow(doc, renderer.scrolled ?? false);
  fitColumns(doc, renderer);
}
