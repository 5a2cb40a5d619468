/**
 * Maps a foliate-js path to an EPUB entry name. foliate-js leaves two characters percent-encoded.
 *
 * @param isName whether the EPUB has such an entry
 */
export const toEntryName = (url: string, isName: (name: string) => boolean): string =>
  isName(url) ? url : url.replace(/%(?:23|3f)/gi, (character) => decodeURIComponent(character));
