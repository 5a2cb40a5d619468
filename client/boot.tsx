import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { registerServiceWorker } from "./app/effects/register-service-worker.ts";
import { reloadOnStaleChunk } from "./app/effects/reload-on-stale-chunk.ts";
import { preloadPage } from "./app/routing/router.tsx";
import { PageNotFound } from "./lib/hooks/route-params.ts";
import { loadMessages } from "./lib/i18n/i18n.ts";
import { captureInstallPrompt } from "./lib/pwa-install.ts";
import { followTheme } from "./lib/theme.ts";

captureInstallPrompt();
reloadOnStaleChunk();
followTheme();
registerServiceWorker();

const root = document.getElementById("root");
if (root) {
  // The static shell stays until the first screen can be rendered in one go.
  await Promise.all([loadMessages("common", "ui", "shell"), preloadPage(location.pathname)]);
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** Logs what an error boundary caught, except that an address does not exist. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof PageNotFound)) reportError(error);
}
