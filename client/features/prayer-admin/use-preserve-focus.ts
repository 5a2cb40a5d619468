import { type RefObject, useLayoutEffect, useRef } from "react";

/**
 * Restores the focus that moving an element loses.
 *
 * @returns a function to call before the move
 */
export function usePreserveFocus(container: RefObject<HTMLElement | null>): () => void {
  const focused = useRef<Element | null>(null);
  useLayoutEffect(() => {
    const focusedElement = focused.current;
    focused.current = null;
    if (focusedElement instanceof HTMLElement && document.activeElement !== focusedElement)
      focusedElement.focus();
  });
  return () => {
    const { activeElement } = document;
    focused.current = container.current?.contains(activeElement) ? activeElement : null;
  };
}
