import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * What is moved to another place of the page loses the focus in it: gives it back.
 *
 * @returns to be called before a move.
 */
export function usePreserveFocus(box: RefObject<HTMLElement | null>): () => void {
  const held = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const before = held.current;
    held.current = null;
    if (before instanceof HTMLElement && document.activeElement !== before) before.focus();
  });
  return () => {
    const { activeElement } = document;
    held.current = box.current?.contains(activeElement) ? activeElement : null;
  };
}
