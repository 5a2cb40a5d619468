import type { OpenBook } from "#client/features/reader/engine/document/open-book.ts";
import type {
  SectionDocument,
  SectionPosition,
} from "#client/features/reader/engine/document/section-documents.ts";

export interface Relocation {
  readonly reason: "page" | "snap" | "scroll" | "navigation" | "anchor" | "selection" | null | undefined;
  readonly range: Range | null;
  readonly index: number;
  readonly fraction: number;
  readonly size?: number;
  /** The last of several visible ones; undefined for one. */
  readonly last?: number;
}

/** The same for the unsplit document: its own `index` and `fraction`. */
export interface PositionedRelocation extends Relocation, Pick<SectionPosition, "span" | "getFraction"> {
  readonly documentIndex: number;
  readonly last: number;
}

export type VisibleBook = Omit<OpenBook, "sections"> & {
  readonly sections: readonly SectionDocument[];
};

export type RendererKind = "reflowable" | "fixed";

/** Renders pages of one kind; methods that only reflowable text needs are optional. */
export interface Renderer extends HTMLElement {
  open(book: VisibleBook): void;
  goTo(target: { index: number; anchor?: (doc: Document) => Range | Element | number }): Promise<void>;
  next(distance?: number): Promise<void>;
  prev(distance?: number): Promise<void>;
  getContents(): { readonly doc: Document | null; readonly index?: number }[];
  setStyles(styles: [string, string]): void;
  scrollToAnchor?(anchor: Range | Element | number): Promise<void>;
  readonly scrolled?: boolean;
  readonly columnCount?: number;
  /** Pixels of one page in reading direction. */
  readonly size?: number;
  readonly viewSize?: number;
  readonly start?: number;
  containerPosition?: number;
  readonly end?: number;
  /** From 1, within the document. */
  readonly page?: number;
  readonly pages?: number;
  readonly atStart?: boolean;
  readonly atEnd?: boolean;
  destroy(): void;
}

export const getRendererKind = ({ isFixed }: SectionDocument): RendererKind =>
  isFixed ? "fixed" : "reflowable";
