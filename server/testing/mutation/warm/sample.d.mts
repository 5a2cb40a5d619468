/** @param hash at least 8 hex digits */
export function isSampled(hash: string): boolean;
