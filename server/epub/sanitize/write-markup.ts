/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes these characters.
const illegal = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

const signs: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeText = (text: string) =>
  text
    .replace(/[&<>]/g, (character) => signs[character] ?? character)
    .replace(illegal, "")
    .toWellFormed();

export const escapeAttribute = (text: string) =>
  text
    .replace(/[&<>"]/g, (character) => signs[character] ?? character)
    .replace(illegal, "")
    .toWellFormed();
