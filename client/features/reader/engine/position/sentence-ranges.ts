/** The elements of a sentence: the first has its id, the others refer to it. */
export function listSentenceElements(doc: Document, sentence: string): Element[] {
  return Array.from(doc.querySelectorAll(`#${CSS.escape(sentence)}, [data-s="${CSS.escape(sentence)}"]`));
}

export function getRanges(elements: readonly Element[]): Range[] {
  return elements.map((element) => {
    const range = element.ownerDocument.createRange();
    range.selectNodeContents(element);
    return range;
  });
}

/** The character at a fraction of a sentence, ignoring white space; null when it is empty. */
export function findCharacterAt(ranges: readonly Range[], fraction: number): Range | null {
  const texts = ranges.flatMap((range) => listTextNodes(range.commonAncestorContainer));
  const totalCharacters = texts.reduce((characters, text) => characters + countCharacters(text.data), 0);
  return findCharacter(
    texts,
    Math.min(totalCharacters - 1, Math.floor(Math.min(1, Math.max(0, fraction)) * totalCharacters)),
  );
}

/**
 * The characters from `start` to before `end` of a sentence, ignoring white space; null when it has fewer.
 */
export function findCharacterRange(elements: readonly Element[], start: number, end: number): Range | null {
  const texts = elements.flatMap(listTextNodes);
  const [first, last] = [findCharacter(texts, start), findCharacter(texts, end - 1)];
  if (!first || !last) return null;
  first.setEnd(last.endContainer, last.endOffset);
  return first;
}

function findCharacter(texts: readonly Text[], n: number): Range | null {
  let remaining = n;
  for (const text of texts) {
    const characters = countCharacters(text.data);
    if (remaining < characters) return getCharacterRange(text, remaining);
    remaining -= characters;
  }
  return null;
}

const countCharacters = (text: string) => text.replace(/\s+/g, "").length;

function getCharacterRange(text: Text, n: number): Range | null {
  let remaining = n;
  for (let offset = 0; offset < text.data.length; offset++) {
    if (/\s/.test(text.data.charAt(offset))) continue;
    if (remaining === 0) {
      const characterRange = text.ownerDocument.createRange();
      characterRange.setStart(text, offset);
      characterRange.setEnd(text, offset + 1);
      return characterRange;
    }
    remaining -= 1;
  }
  return null;
}

function listTextNodes(node: Node): Text[] {
  const walker = (node.ownerDocument ?? document).createTreeWalker(node, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  for (let at = walker.nextNode(); at; at = walker.nextNode()) texts.push(at as Text);
  return texts;
}
