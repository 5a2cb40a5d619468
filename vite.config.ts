import { createHash } from "node:crypto";
import { readdirSync } from "node:fs";
import { availableParallelism } from "node:os";
import path from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { appShell } from "./client/app-shell/vite-plugin.ts";
import { stripPackages } from "./client/lib/build/strip-packages.ts";
import { fontsWithoutTashkeel } from "./client/lib/fonts/vite-plugin.ts";
import { messages } from "./client/lib/i18n/vite-plugin.ts";
import { getChunkGroups } from "./client/manual-chunks.ts";
import { stripContractTexts } from "./client/strip-contract-texts.ts";
import { stripCssFallbacks } from "./client/styles/strip-css-fallbacks.ts";
import { browserTargets } from "./server/scripts/browser-targets.mjs";
import { listUnitTests } from "./server/testing/unit-tests.ts";

const unitTests = listUnitTests(import.meta.dirname);
/** Cached modules with an expanded `import.meta.glob` name the message files that existed then. */
const messageFiles = readdirSync(path.join(import.meta.dirname, "shared/locales"), { recursive: true });
const moduleCache = createHash("sha256").update(messageFiles.toSorted().join()).digest("hex").slice(0, 12);
const server = `http://127.0.0.1:${process.env["PORT"] || 5000}`;

export default defineConfig({
  root: "client",
  plugins: [
    stripContractTexts(),
    react(),
    tailwindcss(),
    messages(),
    fontsWithoutTashkeel(),
    stripPackages(),
    appShell(),
  ],
  css: stripCssFallbacks,
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    manifest: true,
    // Older targets would turn `:dir()` into a list of languages, which mirrors left-to-right text on Arabic
    // pages.
    target: browserTargets,
    // The CSP allows no inline script and no data: address outside pictures and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      // A page gets only what it uses of a feature's public module.
      treeshake: {
        moduleSideEffects: [
          { test: /[\\/]client[\\/]features[\\/][^\\/]+[\\/]index\.ts$/, sideEffects: false },
        ],
      },
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: getChunkGroups() } },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: {
      "/api": server,
      "/covers": server,
      "/kobo/": server,
      "/koreader": server,
      "/media": server,
      "/pictures": server,
      "/optimized-reader": server,
    },
  },
  test: {
    root: ".",
    // Tests wait for the database and other processes a third of the time.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    // Starting a process per file costs more than most files take.
    isolate: false,
    experimental: { fsModuleCache: true, fsModuleCachePath: `.cache/vitest/${moduleCache}` },
    // Generous for slow machines; passing tests take no longer.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "unit",
          include: unitTests,
          setupFiles: ["shared/testing/timeouts.ts", "server/testing/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "integration",
          include: ["{server,shared}/**/*.test.ts"],
          exclude: unitTests,
          globalSetup: "server/testing/global-setup.ts",
          setupFiles: ["shared/testing/timeouts.ts", "server/testing/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "client",
          include: ["client/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["shared/testing/timeouts.ts", "client/testing/setup.ts"],
        },
      },
    ],
  },
});
