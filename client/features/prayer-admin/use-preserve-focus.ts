import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Restores the focus that moving an element loses.
 *
 * @returns a function to call before the move
 */
export function usePreserveFocus(box: RefObject<HTMLElement | null>): () => void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const before = focused.current;
    focused.current = null;
    if (before instanceof HTMLElement && document.activeElement !== before) before.focus();
  });
  return () => {
    const { activeElement } = document;
    focused.current = box.current?.contains(activeElement) ? activeElement : null;
  };
}
