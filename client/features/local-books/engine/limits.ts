import type { EpubLimits } from "#shared/epub/limits.ts";

/** Smaller than the server's, because phones have less memory. */
export const localLimits: EpubLimits = {
  entries: 10_000,
  total: 600_000_000,
  entry: 100_000_000,
  document: 10_000_000,
};
