import { defineConfig, mergeConfig } from "vitest/config";
import base from "../../../vite.config.ts";

// A mutant in code that runs at import is active only in a new module.
export default mergeConfig(
  base,
  defineConfig({ test: { isolate: true, maxWorkers: 1, hookTimeout: 60_000 } }),
);
