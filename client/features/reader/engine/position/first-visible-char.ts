export function findFirstVisibleChar(range: Range): Range {
  const characterRange = range.cloneRange();
  characterRange.collapse(true);
  const { startContainer, startOffset } = range;
  if (startContainer.nodeType !== Node.TEXT_NODE) return characterRange;

  const found = findCharacterAfter(startContainer as Text, startOffset);
  if (!found) return characterRange;
  characterRange.setStart(found.text, found.offset);
  characterRange.setEnd(found.text, found.offset + 1);
  return characterRange;
}

function findCharacterAfter(
  text: Text,
  from: number,
): { readonly text: Text; readonly offset: number } | null {
  const doc = text.ownerDocument;
  const walker = doc.createTreeWalker(doc.body, NodeFilter.SHOW_TEXT);
  walker.currentNode = text;
  for (let at: Text | null = text, start = from; at; at = walker.nextNode() as Text | null, start = 0) {
    const offset = at.data.slice(start).search(/\S/);
    if (offset >= 0) return { text: at, offset: start + offset };
  }
  return null;
}
