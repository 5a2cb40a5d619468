// Chromium for the end-to-end tests: the system's, else Debian's packages, else Playwright's own.
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { log } from "./prepare.mjs";
import { installPackages } from "./system-packages.mjs";

const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const debianPackages = [
  // Needs a third less time than the browser.
  { name: "chromium-headless-shell", isInstalled: () => existsSync("/usr/bin/chromium-headless-shell") },
  { name: "chromium", isInstalled: () => browsers.some((file) => existsSync(file)) },
];

export const listMissingBrowsers = () =>
  debianPackages.filter(({ isInstalled }) => !isInstalled()).map(({ name }) => name);

/** @returns null when a browser was found, else how to install one */
export async function findBrowser() {
  await installPackages(listMissingBrowsers());
  if (await isInstalled()) return null;
  log("No Chromium here: asking Playwright for its own…");
  spawnSync(process.execPath, ["node_modules/playwright/cli.js", "install", "chromium"], {
    stdio: ["ignore", 2, 2],
    timeout: 180_000,
  });
  if (await isInstalled()) return null;
  return "The end-to-end tests need Chromium: install it (on Debian: apt-get install chromium) and run npm test again.";
}

async function isInstalled() {
  if (browsers.some((file) => existsSync(file))) return true;
  const { chromium } = await import("playwright");
  return existsSync(chromium.executablePath());
}
