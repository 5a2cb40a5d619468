import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";
import { messages } from "./client/messages/vite-plugin.ts";

const server = `http://127.0.0.1:${process.env["PORT"] || 5000}`;

export default defineConfig({
  root: "client",
  plugins: [react(), tailwindcss(), messages()],
  build: {
    outDir: "../dist/client",
    emptyOutDir: true,
    manifest: true,
    target: "es2022",
    // For older ones `:dir()` would become a list of languages, and what runs left to right in an Arabic page be mirrored.
    cssTarget: ["chrome120", "edge120", "firefox128", "safari16.4"],
    // The CSP allows no inline script and no data: address outside pictures and fonts.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // What every screen needs comes in two files instead of fifty.
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            {
              name: "vendor",
              test: /node_modules[\\/](react|react-dom|scheduler|react-router|react-router-dom|@tanstack[\\/](query-core|react-query)|zod|@lingui|clsx)[\\/]/,
            },
            {
              name: "frame",
              test: /client[\\/]lib[\\/](?!(live|link-header|outbox|new-id|wav|coming-prayer|sign-out|light-offer|motion|chapter-address)\.)|client[\\/]ui[\\/](button|icon-button|tooltip|avatar|lattice|menu|spinner|skeleton|faces|card|error-boundary|toast|cover|stars|chip|page-header|field|select|switch|load-more)\.tsx?$|client[\\/]app[\\/](places|place-icons)\.tsx$|client[\\/]features[\\/]accounts[\\/](language-switch|use-language-choice|use-preferences)\.tsx?$|client[\\/]features[\\/]books[\\/](book-card|filter-fields)\.tsx$|shared[\\/]accounts[\\/](user|session-contract)\.ts$|shared[\\/](kernel|books|pages)[\\/]|client[\\/]features[\\/](books[\\/](search-box|suggestion-list|use-combobox|use-suggestions)|player[\\/](player-dock|summons))\.tsx?$|lucide-react[\\/]dist[\\/]esm[\\/](?!icons[\\/])|lucide-react[\\/]dist[\\/]esm[\\/]icons[\\/](book-open|chevron-down|headphones|house|layout-grid|library|library-big|log-out|menu|refresh-cw|search|settings|sparkles|star|user-round|wifi-off|x|trophy|mail|feather|target|sliders-horizontal|languages)\.(m?js)$/,
            },
            // What keeps a reader's places is needed all at once.
            {
              name: "places",
              test: /client[\\/](features[\\/]positions[\\/](places|place-keeper|outbox|device-storage|guest-places)|lib[\\/](outbox|new-id))\.ts$/,
              includeDependenciesRecursively: false,
            },
            // What opening a book needs, and what comes after that too.
            {
              name: "reading",
              test: /client[\\/]features[\\/]reader[\\/]((progress|keys|companion-keys|settings)\.ts|engine[\\/](sentence-ranges|swipes|entries|first-letter|text-target|notes|find-place|page-input)\.ts|parts[\\/](offer|page-card)\.tsx)$/,
              includeDependenciesRecursively: false,
            },
          ],
        },
      },
    },
  },
  server: {
    host: "127.0.0.1",
    port: 5173,
    proxy: {
      "/api": server,
      "/covers": server,
      "/media": server,
      "/pictures": server,
      "/optimized-reader": server,
    },
  },
  test: {
    root: ".",
    // Tests wait for the database half of their time; left to itself Vitest keeps one core free.
    maxWorkers: "100%",
    // A process for each file costs more than most files; the set-ups keep files apart.
    isolate: false,
    // Generous, for machines that are slow or busy: what passes takes no longer for it.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    expect: { poll: { timeout: 15_000 } },
    projects: [
      {
        extends: true,
        test: {
          name: "server",
          include: ["{server,shared}/**/*.test.ts"],
          globalSetup: "server/testing/global-setup.ts",
          setupFiles: ["shared/testing/patience.ts", "server/testing/setup.ts"],
        },
      },
      {
        extends: true,
        test: {
          name: "client",
          include: ["client/**/*.test.{ts,tsx}"],
          environment: "jsdom",
          setupFiles: ["shared/testing/patience.ts", "client/testing/setup.ts"],
        },
      },
    ],
  },
});
