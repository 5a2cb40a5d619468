const mebibyte = 2 ** 20;

/** Of all chosen files together. */
export const maxFileBytes = 200 * mebibyte;
/** Of everything that is unpacked from them, so that a small archive cannot fill the memory. */
export const maxUnpackedBytes = 320 * mebibyte;
export const maxEntries = 1_000_000;
export const maxArchiveFiles = 5_000;
/** Longer definitions are cut. */
export const maxDefinitionLength = 100_000;
export const maxHeadwordLength = 200;
