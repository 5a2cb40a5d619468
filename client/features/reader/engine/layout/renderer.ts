import { emptyPage } from "#client/features/reader/engine/document/error-page.ts";
import type { OpenBook } from "#client/features/reader/engine/document/open-book.ts";
import type {
  SectionDocument,
  SectionPosition,
} from "#client/features/reader/engine/document/section-documents.ts";

/** What a renderer says of where it stands. */
export interface Relocation {
  readonly reason: "page" | "snap" | "scroll" | "navigation" | "anchor" | "selection" | null | undefined;
  readonly range: Range | null;
  readonly index: number;
  /** Of the document, at the page's beginning. */
  readonly fraction: number;
  /** Of the document, that the page shows; absent when scrolled. */
  readonly size?: number;
  /** The last of several that show; absent for one. */
  readonly last?: number;
}

/** The same, seen from the whole document: `index` and `fraction` are its own. */
export interface PositionedRelocation extends Relocation, Pick<SectionPosition, "span" | "getFraction"> {
  /** The place of what is shown among what the renderer turns through. */
  readonly leaf: number;
  readonly last: number;
}

/** What a renderer needs to know of a book. */
export type VisibleBook = Omit<OpenBook, "sections" | "leaves"> & {
  readonly sections: readonly SectionDocument[];
};

/** Who lays a page out: we, or the book. */
export type Kind = "flowing" | "fixed";

/** Shows the pages of one kind; what only those of flowing text have is optional. */
export interface Renderer extends HTMLElement {
  open(book: VisibleBook): void;
  goTo(target: { index: number; anchor?: (doc: Document) => Range | Element | number }): Promise<void>;
  next(distance?: number): Promise<void>;
  prev(distance?: number): Promise<void>;
  getContents(): { readonly doc: Document | null; readonly index?: number }[];
  setStyles(styles: [string, string]): void;
  scrollToAnchor?(anchor: Range | Element | number): Promise<void>;
  readonly scrolled?: boolean;
  /** Pixels of one page, along the way of reading. */
  readonly size?: number;
  readonly viewSize?: number;
  readonly start?: number;
  /** Of scrolled text, in pixels. */
  containerPosition?: number;
  readonly end?: number;
  /** From 1, within the document. */
  readonly page?: number;
  /** Of the document, and two empty ones around it. */
  readonly pages?: number;
  readonly atStart?: boolean;
  readonly atEnd?: boolean;
  destroy(): void;
}

/** Makes the renderer for pages of a kind. Where it comes to a page of the other, it only tells that this is next. */
export async function createPageRenderer(book: OpenBook, kind: Kind): Promise<Renderer> {
  const renderer = document.createElement(await elementFor(kind)) as Renderer;
  renderer.style.cssText = "position:absolute;inset:0;";
  const sections = book.leaves.shown.map((leaf) =>
    getRendererKind(leaf) === kind ? leaf : getThreshold(leaf),
  );
  renderer.open({ ...book, sections });
  return renderer;
}

export const getRendererKind = ({ isFixed }: SectionDocument): Kind => (isFixed ? "fixed" : "flowing");

async function elementFor(kind: Kind): Promise<string> {
  if (kind === "fixed") return (await import("./fixed-pages.ts")).fixedElement;
  return (await import("./pages.ts")).pagesElement;
}

/** An empty page in the place of one that another renderer shows. */
function getThreshold(leaf: SectionDocument): SectionDocument {
  let page = "";
  return {
    id: leaf.id,
    isFixed: leaf.isFixed,
    get linear() {
      return leaf.linear;
    },
    load: () => {
      page = emptyPage();
      return Promise.resolve(page);
    },
    unload: () => URL.revokeObjectURL(page),
  };
}
