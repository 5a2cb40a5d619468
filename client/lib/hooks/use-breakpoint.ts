import { useSyncExternalStore } from "react";

/** Mobile is below 768 px, tablet from there to below 1024, desktop from 1024 on. */
export const tabletFrom = 768;
export const desktopFrom = 1024;
const remeasureDelayMs = 100;

export type Breakpoint = "mobile" | "tablet" | "desktop";

/** The layout for the window, updated 100 ms after a change of orientation. */
export function useBreakpoint(): Breakpoint {
  return useSyncExternalStore(onChange, measure, () => "mobile" as const);
}

/** The layout for a width in CSS pixels. */
export function getBreakpoint(width: number): Breakpoint {
  if (width < tabletFrom) return "mobile";
  return width < desktopFrom ? "tablet" : "desktop";
}

const measure = () => getBreakpoint(window.innerWidth);

function onChange(listener: () => void): () => void {
  const scheduleMeasurement = () => setTimeout(listener, remeasureDelayMs);
  window.addEventListener("resize", listener);
  window.addEventListener("orientationchange", scheduleMeasurement);
  return () => {
    window.removeEventListener("resize", listener);
    window.removeEventListener("orientationchange", scheduleMeasurement);
  };
}
