import { useRef } from "react";

/**
 * Restores the focus after an overlay closes, unless another element received it.
 *
 * @returns a handler for Radix's onCloseAutoFocus
 */
export function useReturnFocus() {
  const previous = useRef<Element | null>(null);
  return {
    onOpenAutoFocus: () => {
      previous.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const isFocusLost = document.activeElement === document.body || document.activeElement === null;
      if (isFocusLost && previous.current instanceof HTMLElement) previous.current.focus();
    },
  };
}
