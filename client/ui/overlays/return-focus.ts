import { useRef } from "react";

/**
 * Moves the focus to the field with `data-initial-focus`, if any, instead of the first control. Restores it after an
 * overlay closes, unless another element received it. When the element that had it is gone, the main part of the
 * screen gets it.
 *
 * @returns handlers for Radix's onOpenAutoFocus and onCloseAutoFocus
 */
export function useReturnFocus() {
  const previous = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      previous.current = findLastingElement(document.activeElement);
      const field = (event.target as HTMLElement).querySelector<HTMLElement>("[data-initial-focus]");
      if (!field) return;
      event.preventDefault();
      field.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isFocusLost = document.activeElement === document.body || document.activeElement === null;
      if (!isFocusLost) return;
      if (previous.current instanceof HTMLElement && previous.current.isConnected) previous.current.focus();
      if (document.activeElement === document.body) document.querySelector("main")?.focus();
    },
  };
}

/** The button of a menu for one of its items, which is gone when the overlay closes. */
function findLastingElement(focused: Element | null): Element | null {
  const buttonId = focused?.closest('[role="menu"]')?.getAttribute("aria-labelledby");
  return buttonId ? document.getElementById(buttonId) : focused;
}
