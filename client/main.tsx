import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { keepShell } from "./app/keep-shell.ts";
import { reloadOnceWhenOutdated } from "./app/outdated.ts";
import { preloadPageAt } from "./app/routes.tsx";
import { keepInstallOffer } from "./lib/install.ts";
import { PageNotFound } from "./lib/route-params.ts";
import { followTheme } from "./lib/theme.ts";
import { loadWords } from "./lib/words.ts";

keepInstallOffer();
reloadOnceWhenOutdated();
followTheme();
keepShell();
// The screen's own code and words come at the same time as those of the shell.
void preloadPageAt(location.pathname);

const root = document.getElementById("root");
if (root) {
  await loadWords("common", "ui", "shell");
  createRoot(root, { onCaughtError }).render(
    <StrictMode>
      <App />
    </StrictMode>,
  );
}

/** What a boundary caught is logged, but that an address names nothing is no failure of ours. */
function onCaughtError(error: unknown): void {
  if (!(error instanceof PageNotFound)) reportError(error);
}
