import { useSyncExternalStore } from "react";

export interface FullScreen {
  /** The browser lets a page have the whole screen: some telephones do not. */
  readonly isPossible: boolean;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

/** The whole screen for the page; nothing happens where the browser does not allow it. */
export function useFullScreen(): FullScreen {
  const isOn = useSyncExternalStore(onChange, () => document.fullscreenElement !== null);
  return { isPossible: document.fullscreenEnabled === true, isOn, toggle };
}

function toggle(): void {
  const changing = document.fullscreenElement
    ? document.exitFullscreen()
    : document.documentElement.requestFullscreen?.();
  changing?.catch(() => {});
}

function onChange(listener: () => void): () => void {
  document.addEventListener("fullscreenchange", listener);
  return () => document.removeEventListener("fullscreenchange", listener);
}
