/** The sentence id at a point of a document; null outside of text. */
export function findSentenceAtPoint({ target, clientX, clientY }: MouseEvent): string | null {
  const element = target as Element | null;
  const doc = element?.ownerDocument;
  const isInText = element?.closest(".mk-s") ?? element?.querySelector(":scope > .mk-s, :scope > * > .mk-s");
  if (!doc || !isInText || element === doc.body) return null;
  // Between two lines, uses the nearest character's sentence.
  const caretNode = doc.caretPositionFromPoint?.(clientX, clientY)?.offsetNode;
  const found = element.closest(".mk-s") ?? caretNode?.parentElement?.closest(".mk-s");
  return found?.id || found?.getAttribute("data-s") || null;
}

export function getSideMargins(click: MouseEvent | null): number | undefined {
  if (!(click?.target as Element | null)?.closest(".mk-s")) return undefined;
  return (click as PointerEvent).pointerType === "mouse" ? 0 : 0.12;
}
