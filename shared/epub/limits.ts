/** Limits for EPUBs; sizes are uncompressed bytes. */
export interface EpubLimits {
  readonly entries: number;
  /** Total number of bytes. */
  readonly total: number;
  readonly entry: number;
  /** Parsed files: chapters, package document, table of contents, stylesheets. */
  readonly document: number;
  /** The memory limits for a book that is read in parallel with others, in bytes and files. */
  readonly smallBook?: { readonly bytes: number; readonly entries: number };
}

/** Only uncompressed bytes count, not the ratio: legitimate blank scans compress a thousandfold. */
export const defaultLimits: EpubLimits = {
  entries: 10_000,
  total: 1_000_000_000,
  entry: 100_000_000,
  document: 10_000_000,
};

/** Most novels are smaller; hostile markup can take sixty times its size in memory. */
export const smallBookLimit = { bytes: 1_500_000, entries: 2_000 };
