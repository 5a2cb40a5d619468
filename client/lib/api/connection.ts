import { onlineManager } from "@tanstack/react-query";
import { useSyncExternalStore } from "react";

/** Chromium only. */
interface NetworkInformation extends EventTarget {
  readonly effectiveType?: string;
}

const slowTypes: ReadonlySet<string | undefined> = new Set(["slow-2g", "2g"]);

export function useOnline(): boolean {
  return useSyncExternalStore(
    onOnlineChange,
    () => navigator.onLine,
    () => true,
  );
}

const reconnectGraceMs = 10_000;
let onlineAt = Number.NEGATIVE_INFINITY;
window.addEventListener("online", () => {
  onlineAt = performance.now();
});

/** A network that came back seconds ago may still fail requests, and no further event follows. */
export const isReconnecting = (): boolean => performance.now() - onlineAt < reconnectGraceMs;

export function retryWhileOffline(): void {
  // Only an `online` event resumes paused queries.
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
}

export function useSlowConnection(): boolean {
  return useSyncExternalStore(onSpeedChange, isConnectionSlow, () => false);
}

/** Slow is an effective type of `slow-2g` or `2g`. */
export function isConnectionSlow(): boolean {
  return slowTypes.has(getNetworkInformation()?.effectiveType);
}

const getNetworkInformation = () =>
  (navigator as Navigator & { readonly connection?: NetworkInformation }).connection;

function onOnlineChange(listener: () => void): () => void {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

function onSpeedChange(listener: () => void): () => void {
  const networkInformation = getNetworkInformation();
  networkInformation?.addEventListener("change", listener);
  return () => networkInformation?.removeEventListener("change", listener);
}
