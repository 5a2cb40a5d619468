import { existsSync } from "node:fs";
import { defineConfig } from "@playwright/test";

/** A system's own Chromium, else Playwright's. */
const chromium = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"].find(
  existsSync,
);

export default defineConfig({
  testDir: "server/e2e",
  testMatch: "*.spec.ts",
  globalSetup: "server/e2e/support/global-setup.ts",
  outputDir: "test-results",
  workers: 3,
  // Generous for slow machines; passing tests take no longer.
  timeout: 150_000,
  expect: { timeout: 20_000 },
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
    launchOptions: {
      ...(chromium && { executablePath: chromium }),
      // Chromium's sandbox refuses to run as root.
      chromiumSandbox: process.getuid?.() !== 0,
      args: ["--autoplay-policy=no-user-gesture-required", "--disable-background-networking"],
    },
  },
});
