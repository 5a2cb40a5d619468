import { type RefObject, useCallback, useEffect, useRef, useState } from "react";

/** How long the bars stay visible after the pointer has moved last, in milliseconds. */
const hideDelayMs = 4000;
/** Distance in pixels from the top and bottom where the pointer shows the bars. */
const edgePixels = 72;

export interface Controls {
  readonly isVisible: boolean;
  readonly show: () => void;
  readonly hide: () => void;
  readonly toggle: () => void;
  /**
   * @param y pixels from the top of the window
   * @param isBottomTaken something else is shown instead of the bottom bar
   */
  readonly onPointer: (y: number, isBottomTaken?: boolean) => void;
}

/**
 * When the bars are visible: at first, on request, and with the pointer at the edges; hidden by page turns.
 *
 * @param page ends above a player
 */
export function useControls(isPinned: boolean, page: RefObject<HTMLElement | null>): Controls {
  const [isVisible, setShown] = useState(true);
  const timer = useRef<number | undefined>(undefined);
  const hidesByItself = useRef(true);
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
    hidesByItself.current = false;
    setShown(next);
  }, []);

  const onPointer = useCallback(
    (y: number, isBottomTaken = false) => {
      const bottom = page.current?.getBoundingClientRect().bottom ?? window.innerHeight;
      const isAtBottom = y > bottom - edgePixels;
      if (isAtBottom && isBottomTaken && !latest.current) return;
      if (y < edgePixels || isAtBottom) {
        clearTimeout(timer.current);
        hidesByItself.current = true;
        setShown(true);
      } else if (latest.current && hidesByItself.current) hideSoon();
    },
    [hideSoon, page],
  );

  return {
    isVisible: isVisible || isPinned,
    show: useCallback(() => set(true), [set]),
    hide: useCallback(() => set(false), [set]),
    toggle: useCallback(() => set(!latest.current), [set]),
    onPointer,
  };
}
