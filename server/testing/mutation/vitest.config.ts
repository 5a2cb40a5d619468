import { defineConfig } from "vitest/config";
import base from "../../../vite.config.ts";

const isClient = process.env["MUTATION_ENVIRONMENT"] === "jsdom";
const maxWaitMs = Number(process.env["MUTATION_WAIT_MS"] ?? 5000);
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
    testTimeout: 10_000 + 4 * maxWaitMs,
    hookTimeout: 60_000,
    expect: { poll: { timeout: maxWaitMs } },
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
          setupFiles: [
            "server/testing/mutation/warm/waits.ts",
            "server/testing/mutation/warm/statements.ts",
            "server/testing/setup.ts",
          ],
        }),
  },
});
