/** Share of the mutants to test; a larger share includes those of a smaller one. */
const getShare = () => Number(process.env["MUTATION_SAMPLE"] ?? 1);

/** @param hash at least 8 hex digits */
export const isSampled = (hash) => Number.parseInt(hash.slice(0, 8), 16) < getShare() * 0x1_0000_0000;
