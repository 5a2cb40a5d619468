/** Types for the parts of foliate-js 1.0.1 that the engine uses. */
declare module "foliate-js/epub.js" {
  export interface ManifestItem {
    href: string;
    id: string | null;
    mediaType: string | null;
    properties?: string[];
  }
  export interface Section {
    id: string;
    load: () => Promise<string | null>;
    unload: () => void;
    createDocument: () => Promise<Document>;
    size: number;
    cfi: string;
    linear: string | null;
    resolveHref: (href: string) => string;
  }
  export interface Loader {
    loadText: (path: string) => Promise<string | null>;
    loadBlob: (path: string) => Promise<Blob | null>;
    getSize: (path: string) => number;
  }
  export class EPUB {
    constructor(loader: Loader);
    init(): Promise<this>;
    destroy(): void;
    sections: Section[];
    dir: string | null;
    rendition: { layout?: string; spread?: string; viewport?: unknown } | undefined;
    resources: {
      opf: Document;
      manifest: ManifestItem[];
      spine: { idref: string | null }[];
    };
    /** Its `data` events carry each file before it becomes a page; listeners may replace it. */
    transformTarget: EventTarget;
  }
}

declare module "foliate-js/paginator.js" {
  /** Defines `<foliate-paginator>`. */
  export class Paginator extends HTMLElement {
    static observedAttributes: string[];
    attributeChangedCallback(name: string, before: string | null, value: string | null): void;
    render(): void;
    getContents(): { readonly doc: Document | null }[];
    readonly scrolled: boolean;
    next(distance?: number): Promise<void>;
    prev(distance?: number): Promise<void>;
  }
}

declare module "foliate-js/epubcfi.js" {
  type Part = { id?: string; index: number; offset?: number | null };
  type Path = Part[][];
  export type Parsed = Path & { parent?: Path; start?: Path; end?: Path };
  export const isCFI: RegExp;
  export function parse(cfi: string): Parsed;
  export function joinIndir(...cfis: string[]): string;
  export function fromRange(range: Range): string;
  export function toRange(doc: Document, parts: Parsed): Range | null;
}
