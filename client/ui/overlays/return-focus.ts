import { useRef } from "react";

/**
 * Restores the focus after an overlay closes, unless another element received it.
 *
 * @returns handlers for Radix's onOpenAutoFocus and onCloseAutoFocus
 */
export function useReturnFocus() {
  const previous = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      previous.current = findLastingElement(document.activeElement);
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isFocusLost = document.activeElement === document.body || document.activeElement === null;
      if (isFocusLost && previous.current instanceof HTMLElement) previous.current.focus();
    },
  };
}

/** The button of a menu for one of its items, which is gone when the overlay closes. */
function findLastingElement(focused: Element | null): Element | null {
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return buttonId ? document.getElementById(buttonId) : focused;
}
