/**
 * The name of a file of the EPUB as it is in the EPUB. foliate-js goes by addresses, in which two signs that a name may
 * hold stay written with a percent sign.
 *
 * @param isName whether the EPUB holds a file of that name.
 */
export const entryName = (address: string, isName: (name: string) => boolean): string =>
  isName(address) ? address : address.replace(/%(?:23|3f)/gi, (sign) => decodeURIComponent(sign));
