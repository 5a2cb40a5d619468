import { type RefObject, useLayoutEffect } from "react";

export function useRestoreFocus(bar: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const [element, before] = [bar.current, document.activeElement];
    return () => {
      const hasFocus = element?.contains(document.activeElement) ?? false;
      if (hasFocus && before instanceof HTMLElement && before.isConnected) before.focus();
    };
  }, [bar]);
}
