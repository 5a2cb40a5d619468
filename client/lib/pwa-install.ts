import { useSyncExternalStore } from "react";

export const platforms = ["ios", "android", "desktop", "firefox"] as const;
export type Platform = (typeof platforms)[number];

/** Which way of installing fits a browser. An iPad calls itself a Mac, but Macs are not touched. */
export function detectPlatform(userAgent: string, touchPoints: number): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return "ios";
  if (/Firefox/.test(userAgent)) return "firefox";
  return /Android/.test(userAgent) ? "android" : "desktop";
}

/** The `beforeinstallprompt` event of Chromium. */
interface InstallOffer extends Event {
  readonly prompt: () => Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

/** `running`: this is the app; `byHand`: the browser offers no button for it. */
type State = "running" | "installed" | "offered" | "asking" | "byHand";

let offer: InstallOffer | null = null;
let state: State = "byHand";
const listeners = new Set<() => void>();

function become(next: State): void {
  state = next;
  for (const listener of listeners) listener();
}

export function captureInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    become("offered");
  });
  window.addEventListener("appinstalled", () => become("installed"));
}

export function useInstall(): { readonly state: State; readonly install: () => void } {
  const now = useSyncExternalStore(
    subscribe,
    () => (isApp() ? "running" : state),
    () => "byHand" as const,
  );
  return { state: now, install: () => void ask() };
}

const isApp = () => window.matchMedia?.("(display-mode: standalone)").matches ?? false;

async function ask(): Promise<void> {
  const kept = offer;
  if (!kept) return;
  become("asking");
  const { outcome } = await kept.prompt();
  // The install prompt can be used once; the browser may fire another event later.
  offer = null;
  if (outcome === "dismissed") become("byHand");
  else become("installed");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
