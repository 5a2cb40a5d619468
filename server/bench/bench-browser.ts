import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { projectRoot } from "#server/project-root.ts";

interface BenchBrowser {
  /** The Chromium to start. */
  readonly executablePath: string;
}

/** The browser that measures the built client, or the reason why there is none, as part of a sentence. */
export function findBenchBrowser(): BenchBrowser | string {
  const executablePath = [
    "/usr/bin/chromium",
    "/usr/bin/chromium-headless-shell",
    chromium.executablePath(),
  ].find((file) => existsSync(file));
  if (!executablePath) return "no Chromium here";
  if (!existsSync(path.join(projectRoot, "dist", "client", "index.html"))) {
    return "the client is not built (npm run build)";
  }
  return { executablePath };
}
