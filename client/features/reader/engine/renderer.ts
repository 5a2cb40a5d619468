import type { Leaf, LeafPlace } from "./leaves.ts";
import type { OpenBook } from "./open-book.ts";

/** What a renderer says of where it stands. */
export interface Relocation {
  readonly reason: "page" | "snap" | "scroll" | "navigation" | "anchor" | "selection" | null | undefined;
  readonly range: Range | null;
  readonly index: number;
  /** Of the document, at the page's beginning. */
  readonly fraction: number;
  /** Of the document, that the page shows; absent when scrolled. */
  readonly size?: number;
}

/** The same, seen from the whole document: `index` and `fraction` are its own. */
export interface PlacedRelocation extends Relocation, Pick<LeafPlace, "span" | "fractionOf"> {
  /** The place of what is shown among what the renderer turns through. */
  readonly leaf: number;
}

/** What a renderer needs to know of a book. */
type ShownBook = Omit<OpenBook, "sections" | "leaves"> & { readonly sections: readonly Leaf[] };

/** Our paginator or `<foliate-fxl>`; what only the first has is optional. */
export interface Renderer extends HTMLElement {
  open(book: ShownBook): void;
  goTo(target: { index: number; anchor?: (doc: Document) => Range | Element | number }): Promise<void>;
  next(distance?: number): Promise<void>;
  prev(distance?: number): Promise<void>;
  getContents(): { readonly doc: Document | null; readonly index?: number }[];
  setStyles?(styles: [string, string]): void;
  scrollToAnchor?(anchor: Range | Element | number): Promise<void>;
  readonly scrolled?: boolean;
  /** Pixels of one page, along the way of reading. */
  readonly size?: number;
  readonly viewSize?: number;
  readonly start?: number;
  readonly end?: number;
  /** From 1, within the document. */
  readonly page?: number;
  /** Of the document, and two empty ones around it. */
  readonly pages?: number;
  readonly atStart?: boolean;
  readonly atEnd?: boolean;
  destroy(): void;
}

/** Makes the renderer that a book needs; fixed layouts fetch theirs when they are met. */
export async function makeRenderer(book: OpenBook): Promise<Renderer> {
  const name = book.isFixed ? await fixedElement() : (await import("./pages.ts")).pagesElement;
  const renderer = document.createElement(name) as Renderer;
  renderer.style.cssText = "position:absolute;inset:0;";
  renderer.open({ ...book, sections: book.leaves.shown });
  return renderer;
}

async function fixedElement(): Promise<string> {
  await import("foliate-js/fixed-layout.js");
  return "foliate-fxl";
}
