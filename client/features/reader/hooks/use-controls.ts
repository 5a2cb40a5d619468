import { useCallback, useEffect, useRef, useState } from "react";

/** Milliseconds the bars stay after the book opened or the pointer left them. */
const linger = 2500;
/** Pixels from the window's top and bottom in which a pointer calls the bars. */
const edge = 72;

export interface Controls {
  readonly areShown: boolean;
  readonly isSpaceReserved: boolean;
  readonly show: () => void;
  readonly hide: () => void;
  readonly toggle: () => void;
  /** A pointer moved; `y` in pixels from the window's top. */
  readonly onPointer: (y: number) => void;
}

/** When the bars around the page show: at first, when called, at the window's edges; never while pages are turned. */
export function useControls(isHeld: boolean): Controls {
  const [areShown, setShown] = useState(true);
  const [isSpaceReserved, setRoomStored] = useState(true);
  const timer = useRef<number | undefined>(undefined);
  const byPointer = useRef(false);
  const latest = useRef(areShown);
  latest.current = areShown;

  const hideSoon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = window.setTimeout(() => setShown(false), linger);
  }, []);

  useEffect(() => {
    if (isHeld) clearTimeout(timer.current);
    else hideSoon();
    return () => clearTimeout(timer.current);
  }, [isHeld, hideSoon]);

  const set = useCallback((next: boolean) => {
    clearTimeout(timer.current);
    byPointer.current = false;
    setShown(next);
    setRoomStored(next);
  }, []);

  const onPointer = useCallback(
    (y: number) => {
      if (y < edge || y > window.innerHeight - edge) {
        clearTimeout(timer.current);
        byPointer.current = true;
        setShown(true);
        setRoomStored(true);
      } else if (byPointer.current) {
        byPointer.current = false;
        hideSoon();
      }
    },
    [hideSoon],
  );

  return {
    areShown: areShown || isHeld,
    isSpaceReserved: isSpaceReserved || isHeld,
    show: useCallback(() => set(true), [set]),
    hide: useCallback(() => set(false), [set]),
    toggle: useCallback(() => set(!latest.current), [set]),
    onPointer,
  };
}
