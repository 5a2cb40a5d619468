import type { OpenBook } from "./open-book.ts";
import { keepReadable } from "./readable-colours.ts";
import { makeRenderer, type PlacedRelocation, type Relocation, type Renderer } from "./renderer.ts";

/** How pages are laid out: attributes of the renderer, and style sheets before and after the book's own. */
export interface Layout {
  readonly attributes: Readonly<Record<string, string | null>>;
  readonly styles: readonly [before: string, after: string];
}

interface StageListener {
  readonly onDocument: (doc: Document, section: number) => void;
  readonly onRelocate: (at: PlacedRelocation) => void;
}

/** The element that shows the pages; a renderer that hangs is replaced by a new one. */
export class Stage {
  readonly #book: OpenBook;
  readonly #host: HTMLElement;
  readonly #listener: StageListener;
  #layout: Layout;
  renderer: Renderer;

  constructor(
    { book, renderer }: { readonly book: OpenBook; readonly renderer: Renderer },
    host: HTMLElement,
    layout: Layout,
    listener: StageListener,
  ) {
    this.#book = book;
    this.#host = host;
    this.#layout = layout;
    this.#listener = listener;
    this.renderer = renderer;
    this.#mount();
  }

  /** Lays the pages out in another way. */
  setLayout(layout: Layout): void {
    this.#layout = layout;
    for (const [name, value] of Object.entries(layout.attributes)) {
      if (value === null) this.renderer.removeAttribute(name);
      else if (this.renderer.getAttribute(name) !== value) this.renderer.setAttribute(name, value);
    }
    if (!this.renderer.setStyles) return;
    this.renderer.setStyles([...layout.styles]);
    for (const { doc } of this.renderer.getContents()) if (doc) keepReadable(doc);
  }

  /** Begins with an empty renderer. */
  async replace(): Promise<void> {
    this.close();
    this.renderer = await makeRenderer(this.#book);
    this.#mount();
  }

  close(): void {
    try {
      this.renderer.destroy();
    } catch {
      // A renderer that has shown nothing yet has nothing to destroy, and says so.
    }
    this.renderer.remove();
  }

  #mount(): void {
    const { renderer } = this;
    renderer.addEventListener("load", (event) => {
      const { doc, index } = (event as CustomEvent<{ doc: Document; index: number }>).detail;
      renderer.setStyles?.([...this.#layout.styles]);
      this.#listener.onDocument(doc, this.#book.leaves.sectionOf(index));
    });
    // The document is laid out by now, so that its colours can be told.
    renderer.addEventListener("create-overlayer", (event) => {
      const { doc } = (event as CustomEvent<{ doc: Document }>).detail;
      if (renderer.setStyles) keepReadable(doc);
    });
    renderer.addEventListener("relocate", (event) =>
      this.#listener.onRelocate(this.#placed((event as CustomEvent<Relocation>).detail)),
    );
    this.#host.replaceChildren(renderer);
    this.setLayout(this.#layout);
  }

  #placed(at: Relocation): PlacedRelocation {
    const { section, ...place } = this.#book.leaves.placeOf(at.index);
    const { from, to } = place.span;
    const fraction = from + (Number.isFinite(at.fraction) ? at.fraction : 0) * (to - from);
    return { ...at, ...place, fraction, index: section, leaf: at.index };
  }
}
