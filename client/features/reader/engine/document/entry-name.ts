/**
 * Maps a foliate-js path to an EPUB entry name. foliate-js leaves two characters percent-encoded.
 *
 * @param isName whether the EPUB has such an entry
 */
export const entryName = (address: string, isName: (name: string) => boolean): string =>
  isName(address) ? address : address.replace(/%(?:23|3f)/gi, (character) => decodeURIComponent(character));
