import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useReducedMotion } from "#client/lib/hooks/use-reduced-motion.ts";

interface RotationOptions {
  readonly count: number;
  readonly intervalMs: number;
}

/**
 * Shows one of several things after the other. It rests while a pointer or the focus is on it, while it is out of
 * view or its tab hidden, when it was told to, and always where the device asks for little movement.
 */
export function useAutoRotate<Frame extends HTMLElement>({ count, intervalMs }: RotationOptions) {
  const [at, setAt] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const frame = useRef<Frame>(null);
  const { isWatched, release, attending } = usePageVisibilityReport();
  const isInView = useInView(frame);
  const isTabShown = useSyncExternalStore(
    onVisibility,
    () => document.visibilityState !== "hidden",
    () => true,
  );
  const isStill = useReducedMotion();

  const index = count ? at % count : 0;
  const canMove = count > 1 && !isStill;
  const isMoving = canMove && !isStopped && !isWatched && isInView && isTabShown;

  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setAt((index + 1) % count), intervalMs);
    return () => clearTimeout(timer);
  }, [isMoving, index, count, intervalMs]);

  return {
    index,
    goTo: (to: number) => setAt((to + count) % count),
    /** Whether it moves at all when nothing holds it: without that there is nothing to pause. */
    canMove,
    isMoving,
    isStopped,
    toggle: () => {
      setStopped(!isStopped);
      // Who starts it has the focus on the button that did, and wants to see it move.
      if (isStopped) release();
    },
    /** For the element around all of it. */
    frame: { ref: frame, ...attending },
  };
}

/** Whether a pointer or the focus is on something. */
function usePageVisibilityReport() {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return {
    isWatched: isHovered || isFocused,
    release: () => {
      setHovered(false);
      setFocused(false);
    },
    attending: {
      // A finger leaves no pointer behind.
      onPointerEnter: ({ pointerType }: React.PointerEvent) => setHovered(pointerType !== "touch"),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

/** Whether any part of an element is in the window. */
function useInView(element: RefObject<HTMLElement | null>): boolean {
  const [isInView, setInView] = useState(false);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new IntersectionObserver((entries) => setInView(entries.at(-1)?.isIntersecting ?? false));
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element]);
  return isInView;
}

function onVisibility(listener: () => void): () => void {
  document.addEventListener("visibilitychange", listener);
  return () => document.removeEventListener("visibilitychange", listener);
}
