import { useSyncExternalStore } from "react";

export interface FullScreen {
  readonly isPossible: boolean;
  readonly isOn: boolean;
  readonly toggle: () => void;
}

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
