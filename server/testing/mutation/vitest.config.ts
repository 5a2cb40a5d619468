import { defineConfig } from "vitest/config";
import base from "../../../vite.config.ts";

const isClient = process.env["MUTATION_ENVIRONMENT"] === "jsdom";
const { test: _projects, ...vite } = base;

export default defineConfig({
  ...vite,
  test: {
    root: ".",
    include: ["server/testing/mutation/warm/idle.ts"],
    runner: "./server/testing/mutation/warm/worker-runner.ts",
    pool: "threads",
    isolate: false,
    maxWorkers: 1,
    includeTaskLocation: true,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 5000 } },
    ...(isClient
      ? {
          environment: "jsdom",
          setupFiles: [
            "server/testing/mutation/warm/waits.ts",
            "client/testing/setup.ts",
            "server/testing/mutation/warm/client-waits.ts",
          ],
        }
      : {
          globalSetup: "server/testing/global-setup.ts",
          setupFiles: ["server/testing/mutation/warm/waits.ts", "server/testing/setup.ts"],
        }),
  },
});
