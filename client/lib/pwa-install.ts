import { useSyncExternalStore } from "react";

export const platforms = ["ios", "android", "desktop", "firefox"] as const;
export type Platform = (typeof platforms)[number];

/** Which way of installing fits a browser. An iPad calls itself a Mac, but Macs are not touched. */
export function detectPlatform(userAgent: string, touchPoints: number): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return "ios";
  if (/Firefox/.test(userAgent)) return "firefox";
  return /Android/.test(userAgent) ? "android" : "desktop";
}

/** What Chromium offers when a site can be installed. */
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

/** Keeps the browser's offer until somebody wants it: it comes once, at any time. */
export function captureInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    become("offered");
  });
  window.addEventListener("appinstalled", () => become("installed"));
}

/** Whether the site can be installed here, or is, and the way to do it. */
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
  // An offer is good once; a new one may come later.
  offer = null;
  if (outcome === "dismissed") become("byHand");
  else become("installed");
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}
