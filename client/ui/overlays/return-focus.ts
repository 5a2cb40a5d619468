import { useRef } from "react";

/**
 * Gives the focus back to what had it before a layer opened, unless something else has taken it meanwhile, such as
 * the heading of a page that was gone to.
 *
 * @returns what a Radix layer takes for that.
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
