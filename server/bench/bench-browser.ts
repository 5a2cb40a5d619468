import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import { projectRoot } from "#server/project-root.ts";

interface Sight {
  /** The Chromium to start. */
  readonly executablePath: string;
}

/** The browser for measuring the built client, or why there is nothing to see, as half a sentence. */
export function findBenchBrowser(): Sight | string {
  const executablePath = ["/usr/bin/chromium", chromium.executablePath()].find((file) => existsSync(file));
  if (!executablePath) return "no Chromium here";
  if (!existsSync(path.join(projectRoot, "dist", "client", "index.html"))) {
    return "the client is not built (npm run build)";
  }
  return { executablePath };
}
