import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

const browsers = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];
const browser = browsers.find(existsSync);
const headlessShell = ["/usr/bin/chromium-headless-shell", ...browsers].find(existsSync);

const launchOptions = {
  // Chromium's sandbox refuses to run as root.
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    "--autoplay-policy=no-user-gesture-required",
    "--disable-background-networking",
    // Optimizing code takes longer than it saves in pages that live for seconds.
    "--js-flags=--no-opt,--no-maglev",
  ],
};

/** Chromium's headless shell has no notifications. */
const needsBrowser = "push.spec.ts";

/** It would be the only one that runs at the end. */
const longest = "third-language.spec.ts";

const shell = {
  launchOptions: { ...launchOptions, ...(headlessShell && { executablePath: headlessShell }) },
};

export default defineConfig({
  testDir: "server/e2e",
  testMatch: "*.spec.ts",
  globalSetup: "server/e2e/support/global-setup.ts",
  outputDir: "test-results",
  workers: 3,
  // `npm test` names the tests that passed at the second try only.
  retries: 1,
  // Generous for slow machines; passing tests take no longer.
  timeout: 200_000,
  expect: { timeout: 30_000 },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
  use: {
    browserName: "chromium",
    locale: "en-GB",
    timezoneId: "UTC",
    serviceWorkers: "block",
    // Tracing takes a third of the time: run `TRACE=on npx playwright test …` to debug.
    trace: process.env["TRACE"] ? "retain-on-failure" : "off",
    screenshot: "only-on-failure",
  },
  // Each uses the system's Chromium, else Playwright's.
  projects: [
    { name: "longest test", testMatch: longest, use: shell },
    { name: "headless shell", testIgnore: [longest, needsBrowser, "engines/**"], use: shell },
    {
      name: "browser",
      testMatch: needsBrowser,
      use: browser
        ? { launchOptions: { ...launchOptions, executablePath: browser } }
        : { launchOptions, channel: "chromium" },
    },
  ],
});
