export function removeDoctypeDeclarations(markup: string): string {
  const opening = /<!DOCTYPE[^>[]*\[/i.exec(markup.slice(0, maxDoctypeOffset));
  if (!opening) return markup;
  const start = opening.index + opening[0].length;
  const end = findDeclarationsEnd(markup, start);
  return markup.slice(0, start - 1) + " ".repeat(end - start + 1) + markup.slice(end);
}

const maxDoctypeOffset = 4000;

function findDeclarationsEnd(markup: string, start: number): number {
  let at = start;
  while (at < markup.length) {
    if (markup[at] === "]") return at + 1;
    const closing = getClosing(markup, at);
    const end = closing === "" ? at : markup.indexOf(closing, at + 1);
    if (end < 0) return start;
    at = end + Math.max(1, closing.length);
  }
  return start;
}

function getClosing(markup: string, at: number): string {
  if (markup[at] === '"' || markup[at] === "'") return markup[at] ?? "";
  return markup.startsWith("<!--", at) ? "-->" : "";
}

const maxEntityLength = 200;
const maxExpansions = 100_000;

/**
 * Replaces references to the text entities that a document type declares, with all that they refer to in turn.
 *
 * @param markup of the whole document
 */
export function createEntityReplacer(markup: string): (text: string) => string {
  const opening = /<!DOCTYPE[^>[]*\[/i.exec(markup.slice(0, maxDoctypeOffset));
  if (!opening) return (text) => text;
  const start = opening.index + opening[0].length;
  const declarations = markup.slice(start, findDeclarationsEnd(markup, start));
  const values = new Map<string, string>();
  let expansions = 0;
  const replace = (text: string) =>
    text.replace(/&([a-z_][\w.-]*);/gi, (reference, name: string) => {
      const value = values.get(name);
      return value !== undefined && ++expansions <= maxExpansions ? value : reference;
    });
  for (const [, name = "", quoted = ""] of declarations.matchAll(entityDeclaration)) {
    const value = replace(quoted.slice(1, -1));
    const isText = value.length <= maxEntityLength && !value.includes("<");
    if (isText && !values.has(name)) values.set(name, value);
  }
  return replace;
}

const entityDeclaration = /<!ENTITY\s+([a-z_][\w.-]*)\s+("[^"]*"|'[^']*')\s*>/gi;
