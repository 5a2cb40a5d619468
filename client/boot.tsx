import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { hijriShiftMeta, setSiteHijriShift } from "#shared/reading-activity/hijri-shift.ts";
import { App } from "./app/app.tsx";
import { registerServiceWorker } from "./app/effects/register-service-worker.ts";
import { reloadOnStaleChunk } from "./app/effects/reload-on-stale-chunk.ts";
import { preloadPage } from "./app/routing/router.tsx";
import { PageNotFoundError } from "./lib/hooks/route-params.ts";
import { loadMessages } from "./lib/i18n/i18n.ts";
import { captureInstallPrompt } from "./lib/pwa-install.ts";
import { followTheme } from "./lib/theme.ts";

setSiteHijriShift(
  Number(document.querySelector<HTMLMetaElement>(`meta[name=${hijriShiftMeta}]`)?.content ?? 0),
);
captureInstallPrompt();
reloadOnStaleChunk();
followTheme();
registerServiceWorker();

const root = document.getElementById("root");
if (root) {
  // The static shell stays until the first screen can be rendered in one go.
  await Promise.all([applyStyles(), loadMessages("common", "ui", "shell"), preloadPage(location.pathname)]);
  // Before the app's elements exist, because the fonts of the root apply to all of them.
  document.documentElement.classList.add("painted");
  // A transition renders in slices, so that the page stays responsive.
  startTransition(() =>
    createRoot(root, { onCaughtError }).render(
      <StrictMode>
        <App />
      </StrictMode>,
    ),
  );
}

/** Applies the stylesheets that index.html loads without blocking the shell (`app-shell/vite-plugin.ts`). */
async function applyStyles(): Promise<void> {
  const links = document.querySelectorAll<HTMLLinkElement>("link[rel=stylesheet][media=print]");
  await Promise.all(Array.from(links, (link) => link.sheet ?? waitForLoad(link)));
  for (const link of links) link.media = "all";
}

/** Resolves when the stylesheet has loaded or failed to. */
function waitForLoad(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    link.onload = link.onerror = () => resolve();
  });
}

/** Logs errors caught by error boundaries, except missing pages. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof PageNotFoundError)) reportError(error);
}
