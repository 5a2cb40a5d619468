/** How much of an EPUB is taken in; all sizes in bytes when unpacked. */
export interface EpubLimits {
  readonly entries: number;
  /** All entries together. */
  readonly total: number;
  readonly entry: number;
  /** A chapter, the package document, a table of contents, a style sheet: what is parsed. */
  readonly document: number;
  /** The memory limits for a book that is read in parallel with others, in bytes and files. */
  readonly light?: { readonly bytes: number; readonly entries: number };
}

/** Counted in bytes alone, never by how well they pack: blank scans pack a thousandfold and are honest. */
export const defaultLimits: EpubLimits = {
  entries: 10_000,
  total: 1_000_000_000,
  entry: 100_000_000,
  document: 6_000_000,
};

/** Nearly all novels are lighter; the markup of a hostile book takes some sixty times its bytes. */
export const smallBookLimit = { bytes: 1_500_000, entries: 2_000 };
