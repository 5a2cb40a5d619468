import { listSentenceElements } from "./sentence-ranges.ts";

export const toMarkId = (spineIndex: number, id: string): string => `${spineIndex}#${id}`;

/** The parts of a mark id; null for a sentence id. */
export function parseMarkId(target: string): { readonly spineIndex: number; readonly id: string } | null {
  const at = target.indexOf("#");
  return at < 0 ? null : { spineIndex: Number(target.slice(0, at)), id: target.slice(at + 1) };
}

export function listElements(doc: Document, target: string): Element[] {
  const mark = parseMarkId(target);
  if (!mark) return listSentenceElements(doc, target);
  if (!isSectionDocument(doc, mark.spineIndex)) return [];
  const element = mark.id === "" ? doc.body : doc.getElementById(mark.id);
  return element ? [element] : [];
}

function isSectionDocument(doc: Document, spineIndex: number): boolean {
  return doc.querySelector(`.mk-s[id^="s${spineIndex}-"]`) !== null || doc.querySelector(".mk-s") === null;
}
