import { Store, useStore } from "./store.ts";

export const platforms = ["ios", "android", "desktop", "firefox"] as const;
export type Platform = (typeof platforms)[number];

/** The install instructions that fit a browser. An iPad identifies as a Mac, but Macs have no touch. */
export function detectPlatform(userAgent: string, touchPoints: number): Platform {
  if (/iPhone|iPad|iPod/.test(userAgent) || (/Macintosh/.test(userAgent) && touchPoints > 1)) return "ios";
  if (/Firefox/.test(userAgent)) return "firefox";
  return /Android/.test(userAgent) ? "android" : "desktop";
}

/** The `beforeinstallprompt` event of Chromium. */
interface InstallOffer extends Event {
  readonly prompt: () => Promise<{ readonly outcome: "accepted" | "dismissed" }>;
}

/** `running`: this is the installed app; `manual`: the browser offers no install button. */
type State = "running" | "installed" | "offered" | "prompting" | "manual";

let offer: InstallOffer | null = null;
const state = new Store<State>("manual");

export function captureInstallPrompt(): void {
  window.addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event as InstallOffer;
    state.set("offered");
  });
  window.addEventListener("appinstalled", () => state.set("installed"));
}

export function useInstall(): { readonly state: State; readonly install: () => void } {
  const currentState = useStore(state);
  return { state: isInstalledApp() ? "running" : currentState, install: () => void promptInstall() };
}

const isInstalledApp = () => window.matchMedia?.("(display-mode: standalone)").matches ?? false;

async function promptInstall(): Promise<void> {
  const installOffer = offer;
  if (!installOffer) return;
  state.set("prompting");
  const { outcome } = await installOffer.prompt();
  // The install prompt can be used once; the browser may fire another event later.
  offer = null;
  if (outcome === "dismissed") state.set("manual");
  else state.set("installed");
}
