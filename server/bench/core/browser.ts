import { existsSync } from "node:fs";
import path from "node:path";
import { type Browser, type BrowserContext, chromium } from "@playwright/test";
import { projectRoot } from "#server/project-root.ts";
import type { Bench, Reader } from "./bench.ts";

/** The options of a Chromium that measures the built client; undefined with a note where there is none. */
export function findChromium(bench: Bench) {
  const programs = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell", chromium.executablePath()];
  const executablePath = programs.find((file) => existsSync(file));
  const isBuilt = existsSync(path.join(projectRoot, "dist", "client", "index.html"));
  if (executablePath && isBuilt) return { executablePath, chromiumSandbox: process.getuid?.() !== 0 };
  const missing = executablePath ? "the client is not built (npm run build)" : "no Chromium here";
  bench.note(`not in a browser: ${missing}`);
  return undefined;
}

export async function openChromium(bench: Bench): Promise<Browser | undefined> {
  const options = findChromium(bench);
  const browser = options && (await chromium.launch(options));
  bench.atEnd(() => browser?.close());
  return browser;
}

export async function addSession(context: BrowserContext, url: string, { cookie }: Reader): Promise<void> {
  const [name = "", value = ""] = cookie.split("=");
  const expires = Date.now() / 1_000 + 86_400;
  await context.addCookies([{ name, value, url: new URL(url).origin, expires }]);
}
