import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { build } from "esbuild";
import { browserTargets } from "./browser-targets.mjs";
import { collectChunks, listMessageFiles } from "./client-chunks.mjs";
import { root } from "./prepare.mjs";

const initialModules = [
  "index.html",
  "app/layout/drawer.tsx",
  "app/layout/sign-out/start-sign-out.ts",
  "app/layout/sign-out/unsent-dialog.tsx",
  "app/routing/lazy-routes.tsx",
  "lib/i18n/lazy-messages.ts",
  "ui/overlays/menu-popup.tsx",
  "ui/overlays/toaster.tsx",
  "features/notifications/notification-panel.tsx",
  "features/positions/position-tracker.ts",
  "pages/auth/auth-page.tsx",
  "pages/book/book-page.tsx",
  "pages/browse/browse-page.tsx",
  "pages/home/home-page.tsx",
  "pages/home/dashboard-page.tsx",
  "pages/library/library-page.tsx",
];
const languages = Object.keys(
  JSON.parse(readFileSync(path.join(root, "shared", "locales", "languages.json"), "utf8")),
);

/** Messages of the shell in all languages; those of pages load on demand. */
const shellNamespaces = ["common", "ui", "shell"];
const pageNamespaces = [
  "auth",
  "notifications",
  "notificationTexts",
  "book",
  "browse",
  "home",
  "landing",
  "offline",
  "challenge",
  "library",
  "player",
];

/** @param client folder of the built client, which receives the worker */
export async function bundleWorker(client) {
  const html = await readFile(path.join(client, "index.html"), "utf8");
  const manifest = JSON.parse(await readFile(path.join(client, ".vite", "manifest.json"), "utf8"));
  const listFiles = (names) =>
    collectChunks(manifest, names).flatMap(({ file, css = [] }) => [file, ...css].map((name) => `/${name}`));

  const files = {
    entry: `/${manifest["index.html"].file}`,
    first: removeDuplicates([
      ...findAssets(html),
      ...listFiles([
        ...initialModules,
        // `main.ts` imports the app in several steps.
        ...manifest["index.html"].dynamicImports,
        ...languages.flatMap((language) => listMessageFiles(language, ...shellNamespaces)),
      ]),
    ]),
    messages: Object.fromEntries(
      languages.map((language) => [language, listFiles(listMessageFiles(language, ...pageNamespaces))]),
    ),
    all: (await readdir(path.join(client, "assets"))).map((name) => `/assets/${name}`).sort(),
  };
  const version = createHash("sha256").update(html).update(JSON.stringify(files)).digest("hex").slice(0, 12);
  await build({
    entryPoints: [path.join(root, "client", "service-worker", "worker.ts")],
    outfile: path.join(client, "sw.js"),
    define: { BUILD: JSON.stringify({ version, ...files }) },
    bundle: true,
    minify: true,
    format: "iife",
    target: browserTargets,
    logLevel: "warning",
  });
}

const removeDuplicates = (paths) => [...new Set(paths)];

function findAssets(html) {
  const withoutLanguages = html.replace(/<link\b[^>]*\blang="[^>]*>/g, "");
  return Array.from(withoutLanguages.matchAll(/"(\/assets\/[^"]+)"/g), ([, file]) => file);
}
