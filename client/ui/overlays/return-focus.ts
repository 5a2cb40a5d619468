import { useRef } from "react";

/**
 * Restores the focus after an overlay closes, unless something else took it.
 *
 * @returns a handler for Radix's onCloseAutoFocus
 */
export function useReturnFocus() {
  const before = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      before.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isFree = document.activeElement === document.body || document.activeElement === null;
      if (isFree && before.current instanceof HTMLElement) before.current.focus();
    },
  };
}
