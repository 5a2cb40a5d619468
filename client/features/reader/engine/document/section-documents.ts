import type { ResolvedTarget } from "#client/features/reader/engine/position/resolve-target.ts";
import { fullSpan, type Span } from "#client/features/reader/engine/position/span.ts";
import type { LongDocument } from "./long-document.ts";
import type { OpenSection } from "./sections.ts";

/** Documents above this size in bytes are split into parts of it; a layout of 2 MB takes seconds. */
const splitThresholdBytes = 240_000;
const partBytes = 80_000;

export interface SectionDocument {
  readonly id: string;
  /** `no` is skipped when turning pages. */
  readonly linear: string | null;
  readonly pageSpread?: string | undefined;
  readonly isFixed: boolean;
  load(): Promise<string>;
  unload(): void;
}

export interface SectionPosition {
  readonly section: number;
  readonly span: Span;
  /** Null when no part contains the element. */
  readonly getFraction: (find: (doc: Document) => Element | null) => number | null;
}

/** Long documents by path, sanitized. */
export type DocumentCache = Map<string, Document>;

export const countParts = (bytes: number): number =>
  bytes < splitThresholdBytes ? 1 : Math.ceil(bytes / partBytes);

/** The documents of a book in page order; long ones in parts. */
export class SectionParts {
  readonly documents: readonly SectionDocument[];
  readonly #owners: readonly (readonly [section: number, part: number])[];
  readonly #splitSections: readonly SplitSection[];

  constructor(sections: readonly OpenSection[], partCounts: readonly number[], documentCache: DocumentCache) {
    this.#splitSections = sections.map(
      (section, index) => new SplitSection(section, partCounts[index] ?? 1, documentCache),
    );
    this.documents = this.#splitSections.flatMap(({ documents }) => documents);
    this.#owners = this.#splitSections.flatMap(({ documents }, section) =>
      documents.map((_, part) => [section, part] as const),
    );
  }

  /** The document that a section belongs to. */
  getSection(sectionIndex: number): number {
    return this.#owners[sectionIndex]?.[0] ?? -1;
  }

  /** The first section of a document. */
  getFirst(section: number): number {
    return this.#owners.findIndex(([owner]) => owner === section);
  }

  getPosition(sectionIndex: number): SectionPosition {
    const [section, part] = this.#owners[sectionIndex] ?? [sectionIndex, 0];
    const longDocument = this.#splitSections[section]?.long;
    if (!longDocument) return { section, span: fullSpan, getFraction: () => null };
    const getFraction: SectionPosition["getFraction"] = (find) => {
      const element = find(longDocument.source);
      return element && longDocument.getSpan(longDocument.findPart(element)).from;
    };
    return { section, span: longDocument.getSpan(part), getFraction };
  }

  async find({ index, anchor }: ResolvedTarget): Promise<ResolvedTarget> {
    const first = this.getFirst(index);
    const longDocument = await this.#splitSections[index]?.open();
    if (!longDocument) return { index: first, anchor };
    const range = anchor(longDocument.source);
    if (typeof range !== "number") return { index: first + longDocument.findPart(range), anchor };
    const { part, within } = longDocument.findPartAt(range);
    return { index: first + part, anchor: () => within };
  }
}

async function splitDocument(doc: Document, count: number): Promise<LongDocument | null> {
  try {
    const { LongDocument } = await import("./long-document.ts");
    return new LongDocument(doc, count);
  } catch {
    return null;
  }
}

/** A spine document and its sections. */
class SplitSection {
  readonly documents: readonly SectionDocument[];
  readonly #section: OpenSection;
  readonly #count: number;
  readonly #cache: DocumentCache;
  #loading: Promise<string> | null = null;
  #loadCount = 0;
  long: LongDocument | null = null;

  constructor(section: OpenSection, count: number, documentCache: DocumentCache) {
    this.#section = section;
    this.#count = count;
    this.#cache = documentCache;
    this.documents = Array.from({ length: count }, (_, part) => this.#createDocument(part));
  }

  async open(): Promise<LongDocument | null> {
    if (this.#count > 1) await this.#load();
    return this.long;
  }

  #load(): Promise<string> {
    this.#loading ??= this.#section.load().then(async (url) => {
      const doc = this.#section.notice ? null : this.#cache.get(this.#section.item.path);
      this.long = doc ? await splitDocument(doc, this.#count) : null;
      return url;
    });
    return this.#loading;
  }

  #unload(): void {
    this.#loadCount -= 1;
    if (this.#loadCount > 0) return;
    this.#loading = null;
    this.long = null;
    this.#cache.delete(this.#section.item.path);
    this.#section.unload();
  }

  #createDocument(part: number): SectionDocument {
    const section = this.#section;
    if (this.#count === 1) return section;
    const isSkipped = () => (this.long ? this.long.isEmpty(part) : this.#loading !== null && part > 0);
    let objectUrl: string | null = null;
    return {
      id: section.id,
      isFixed: false,
      get linear() {
        return isSkipped() ? "no" : section.linear;
      },
      load: async () => {
        this.#loadCount += 1;
        const url = await this.#load();
        if (!this.long) return url;
        const text = new XMLSerializer().serializeToString(this.long.createPart(part));
        objectUrl = URL.createObjectURL(new Blob([text], { type: "application/xhtml+xml" }));
        return objectUrl;
      },
      unload: () => {
        if (objectUrl) URL.revokeObjectURL(objectUrl);
        objectUrl = null;
        this.#unload();
      },
    };
  }
}
