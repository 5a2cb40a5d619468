import { StrictMode } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { paintedMark } from "#shared/routes/painting.ts";
import { App } from "./app/app.tsx";
import { registerServiceWorker } from "./app/effects/register-service-worker.ts";
import { reloadOnStaleChunk } from "./app/effects/reload-on-stale-chunk.ts";
import { preloadPage } from "./app/routing/router.tsx";
import { PageNotFound } from "./lib/hooks/route-params.ts";
import { getChosenCalendar } from "./lib/i18n/calendar.ts";
import { loadMessages } from "./lib/i18n/i18n.ts";
import { getChosenLanguage } from "./lib/i18n/language.ts";
import { captureInstallPrompt } from "./lib/pwa-install.ts";
import { followTheme } from "./lib/theme.ts";
import { saveTyping } from "./lib/typed-before.ts";

captureInstallPrompt();
reloadOnStaleChunk();
followTheme();
registerServiceWorker();
// The screen's own code and words come at the same time as those of the shell, which are asked for first; asking for so
// many files takes a while, in which the page would not answer.
const shellWords = loadMessages("common", "ui", "shell");
setTimeout(() => void preloadPage(location.pathname));

const root = document.getElementById("root");
if (root) {
  await shellWords;
  start(root);
}

/** Takes over what the server drew, or draws it where that is for somebody else. */
function start(place: HTMLElement): void {
  const app = (
    <StrictMode>
      <App />
    </StrictMode>
  );
  if (isPaintedForUs(place)) {
    saveTyping(place);
    return void hydrateRoot(place, app, { onCaughtError });
  }
  createRoot(place, { onCaughtError }).render(app);
}

/** The server does not know what this browser keeps to itself. */
function isPaintedForUs(place: HTMLElement): boolean {
  return place.getAttribute(paintedMark) === getChosenLanguage() && getChosenCalendar() === "gregorian";
}

/** What a boundary caught is logged, but that an address names nothing is no failure of ours. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof PageNotFound)) reportError(error);
}
