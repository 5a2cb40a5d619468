import { useCallback, useEffect, useRef, useState } from "react";

/** How long the bars stay visible, in milliseconds. */
const hideDelayMs = 2500;
/** Distance in pixels from the top and bottom where the pointer shows the bars. */
const edgePixels = 72;

export interface Controls {
  readonly isVisible: boolean;
  readonly show: () => void;
  readonly hide: () => void;
  readonly toggle: () => void;
  /** @param y pixels from the top of the window */
  readonly onPointer: (y: number) => void;
}

/**
 * When the bars are visible: at first, on request, and with the pointer at the edges; hidden by page turns.
 */
export function useControls(isPinned: boolean): Controls {
  const [isVisible, setShown] = useState(true);
  const timer = useRef<number | undefined>(undefined);
  const isShownByPointer = useRef(false);
  const latest = useRef(isVisible);
  latest.current = isVisible;

  const hideSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(false), hideDelayMs);
  }, []);

  useEffect(() => {
    if (isPinned) clearTimeout(timer.current);
    else hideSoon();
    return () => clearTimeout(timer.current);
  }, [isPinned, hideSoon]);

  const set = useCallback((next: boolean) => {
    clearTimeout(timer.current);
    isShownByPointer.current = false;
    setShown(next);
  }, []);

  const onPointer = useCallback(
    (y: number) => {
      if (y < edgePixels || y > window.innerHeight - edgePixels) {
        clearTimeout(timer.current);
        isShownByPointer.current = true;
        setShown(true);
      } else if (isShownByPointer.current) {
        isShownByPointer.current = false;
        hideSoon();
      }
    },
    [hideSoon],
  );

  return {
    isVisible: isVisible || isPinned,
    show: useCallback(() => set(true), [set]),
    hide: useCallback(() => set(false), [set]),
    toggle: useCallback(() => set(!latest.current), [set]),
    onPointer,
  };
}
