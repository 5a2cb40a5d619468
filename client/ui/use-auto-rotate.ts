import { type RefObject, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { useReducedMotion } from "#client/lib/hooks/use-reduced-motion.ts";

interface RotationOptions {
  readonly count: number;
  readonly intervalMs: number;
}

export function useAutoRotate<Frame extends HTMLElement>({ count, intervalMs }: RotationOptions) {
  const [at, setAt] = useState(0);
  const [isStopped, setStopped] = useState(false);
  const frame = useRef<Frame>(null);
  const { hasAttention, reset, handlers } = useAttention();
  const isInView = useInView(frame);
  const isTabShown = useSyncExternalStore(
    onVisibility,
    () => document.visibilityState !== "hidden",
    () => true,
  );
  const reducesMotion = useReducedMotion();

  const index = count ? at % count : 0;
  const canMove = count > 1 && !reducesMotion;
  const isMoving = canMove && !isStopped && !hasAttention && isInView && isTabShown;

  useEffect(() => {
    if (!isMoving) return;
    const timer = setTimeout(() => setAt((index + 1) % count), intervalMs);
    return () => clearTimeout(timer);
  }, [isMoving, index, count, intervalMs]);

  return {
    index,
    goTo: (to: number) => setAt((to + count) % count),
    canMove,
    isMoving,
    isStopped,
    toggle: () => {
      setStopped(!isStopped);
      if (isStopped) reset();
    },
    frame: { ref: frame, ...handlers },
  };
}

function useAttention() {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  return {
    hasAttention: isHovered || isFocused,
    reset: () => {
      setHovered(false);
      setFocused(false);
    },
    handlers: {
      // Touch has no pointerleave.
      onPointerEnter: ({ pointerType }: React.PointerEvent) => setHovered(pointerType !== "touch"),
      onPointerLeave: () => setHovered(false),
      onFocus: () => setFocused(true),
      onBlur: ({ currentTarget, relatedTarget }: React.FocusEvent) =>
        setFocused(currentTarget.contains(relatedTarget)),
    },
  };
}

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
