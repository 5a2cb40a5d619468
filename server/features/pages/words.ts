/** What a description may be long: more is cut off wherever it is shown. */
const mostLetters = 200;

/** The beginning of a text as one line, ended at a word. */
export function excerpt(text: string): string {
  const line = text.replace(/\s+/gu, " ").trim();
  const letters = Array.from(line);
  if (letters.length <= mostLetters) return line;
  const cut = letters.slice(0, mostLetters).join("");
  const end = cut.lastIndexOf(" ");
  return `${(end > mostLetters / 2 ? cut.slice(0, end) : cut).replace(/[\s.,;:،؛-]+$/u, "")}…`;
}
