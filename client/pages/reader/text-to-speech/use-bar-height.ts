import { type RefObject, useEffect, useRef } from "react";

export function useBarHeight<Bar extends HTMLElement>(): RefObject<Bar | null> {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const element = bar.current;
    if (!element) return;
    const { style } = document.documentElement;
    const watcher = new ResizeObserver(() =>
      style.setProperty("--speech-height", `${element.offsetHeight}px`),
    );
    watcher.observe(element);
    return () => {
      watcher.disconnect();
      style.removeProperty("--speech-height");
    };
  }, []);
  return bar;
}
