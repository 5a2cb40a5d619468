import { useCallback, useEffect, useRef, useState } from "react";

/** How long the bars stay visible, in milliseconds. */
const hideDelayMs = 2500;
/** Distance in pixels from the top and bottom where the pointer shows the bars. */
const edge = 72;

export interface Controls {
  readonly areShown: boolean;
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
  const [areShown, setShown] = useState(true);
  const timer = useRef<number | undefined>(undefined);
  const byPointer = useRef(false);
  const latest = useRef(areShown);
  latest.current = areShown;

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
    byPointer.current = false;
    setShown(next);
  }, []);

  const onPointer = useCallback(
    (y: number) => {
      if (y < edge || y > window.innerHeight - edge) {
        clearTimeout(timer.current);
        byPointer.current = true;
        setShown(true);
      } else if (byPointer.current) {
        byPointer.current = false;
        hideSoon();
      }
    },
    [hideSoon],
  );

  return {
    areShown: areShown || isPinned,
    show: useCallback(() => set(true), [set]),
    hide: useCallback(() => set(false), [set]),
    toggle: useCallback(() => set(!latest.current), [set]),
    onPointer,
  };
}
