/** Characters that XML does not allow. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: removes these characters.
const illegalCharacters = /[\0-\x08\x0B\x0C\x0E-\x1F\uFFFE\uFFFF]/g;

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

export const escapeText = (text: string) =>
  text
    .replace(/[&<>]/g, (character) => entities[character] ?? character)
    .replace(illegalCharacters, "")
    .toWellFormed();

export const escapeAttribute = (text: string) =>
  text
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replace(illegalCharacters, "")
    .toWellFormed();
