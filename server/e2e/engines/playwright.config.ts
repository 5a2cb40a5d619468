import { defineConfig } from "@playwright/test";
import type { Engine } from "./browser.ts";

/** One walk through WebKit and Firefox, driven without Playwright's own browsers. */
export default defineConfig<object, { engine: Engine }>({
  testDir: import.meta.dirname,
  testMatch: "walk.spec.ts",
  globalSetup: "../support/global-setup.ts",
  outputDir: "../../../test-results/engines",
  // One browser of each engine.
  workers: 2,
  // WebKitGTK's driver stops answering about once in a hundred walks; the next browser repeats the step.
  retries: 1,
  // Generous for slow machines; passing tests take no longer.
  timeout: 200_000,
  expect: { timeout: 60_000 },
  forbidOnly: Boolean(process.env["CI"]),
  reporter: "list",
  projects: [
    { name: "WebKit", use: { engine: "WebKit" } },
    { name: "Firefox", use: { engine: "Firefox" } },
  ],
});
