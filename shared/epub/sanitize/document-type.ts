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
