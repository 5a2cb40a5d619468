import { type RefObject, useLayoutEffect } from "react";

export function useRestoreFocus(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [element, previous] = [bar.current, document.activeElement];
    return () => {
      const hasFocus = element?.contains(document.activeElement) ?? false;
      if (hasFocus && previous instanceof HTMLElement && previous.isConnected) previous.focus();
    };
  }, [bar]);
}
