import { removeSpace } from "#shared/marks/locate-quote.ts";

/** A sentence of a document; markup can split it into several elements. */
export interface PageSentence {
  readonly id: string;
  readonly elements: readonly Element[];
}

const sentences = new WeakMap<Document, readonly PageSentence[]>();

/** The sentences of a document in order. */
export function listPageSentences(doc: Document): readonly PageSentence[] {
  const known = sentences.get(doc);
  if (known) return known;
  const elementsById = new Map<string, Element[]>();
  for (const element of doc.getElementsByClassName("mk-s")) {
    const id = element.id || element.getAttribute("data-s") || "";
    const elements = elementsById.get(id);
    if (elements) elements.push(element);
    else elementsById.set(id, [element]);
  }
  const found = [...elementsById].map(([id, elements]) => ({ id, elements }));
  sentences.set(doc, found);
  return found;
}

/** The sentence after or before those that a range touches. */
export function findBeside(
  all: readonly PageSentence[],
  range: Range,
  step: 1 | -1,
): PageSentence | undefined {
  const isTouched = ({ elements }: PageSentence) => elements.some((element) => range.intersectsNode(element));
  return step === 1 ? all[all.findLastIndex(isTouched) + 1] : all[all.findIndex(isTouched) - 1];
}

/** The text of a sentence with collapsed white space; a line break counts as a space. */
export function getSentenceText({ elements }: PageSentence): string {
  return elements
    .map((element) => (element.previousElementSibling?.localName === "br" ? " " : "") + element.textContent)
    .join("")
    .replace(/\s+/gu, " ")
    .trim();
}

/** The characters of a sentence before a point, white space not counted. */
export function countBefore({ elements }: PageSentence, node: Node, offset: number): number {
  let count = 0;
  for (const element of elements) {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    const position = range.comparePoint(node, offset);
    if (position < 0) return count;
    if (position === 0) range.setEnd(node, offset);
    count += removeSpace(range.toString()).length;
    if (position === 0) return count;
  }
  return count;
}

/** From the start to the end of a sentence. */
export function getEnds({ elements }: PageSentence): Range | null {
  const [first, last] = [elements[0], elements.at(-1)];
  if (!first || !last) return null;
  const range = first.ownerDocument.createRange();
  range.setStart(first, 0);
  range.setEnd(last, last.childNodes.length);
  return range;
}
