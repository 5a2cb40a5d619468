import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { projectRoot } from "#server/project-root.ts";
import type { Bench } from "./bench.ts";

/** The Chromium that measures the built client; undefined with a note where there is none. */
export function findBrowser(bench: Bench): string | undefined {
  const browser = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell", chromium.executablePath()].find(
    (file) => existsSync(file),
  );
  const isBuilt = existsSync(path.join(projectRoot, "dist", "client", "index.html"));
  if (browser && isBuilt) return browser;
  bench.note(`not in a browser: ${browser ? "the client is not built (npm run build)" : "no Chromium here"}`);
  return undefined;
}
