// Measures the size of the first load from Vite's manifest, and fails the build above the budget.
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { collectChunks, findCircularChunks, listMessageFiles } from "./client-chunks.mjs";
import { root } from "./prepare.mjs";

/** Gzipped kilobytes (1000 bytes) of a guest's first `/browse`. */
const maxScripts = 151;
const targetScripts = 150;
const maxStyles = 17;
const maxArabicMessages = 5;
const maxReaderScripts = 64;
/** The lazy route table (`client/app/routes/lazy.ts`), loaded before any lazy screen. */
const maxLazyRoutes = 9;
/** Scripts of a guest's first book page. A browser requests six at a time over HTTP/1.1. */
const maxBookScripts = 24;

const client = path.join(root, "dist", "client");
const manifest = JSON.parse(readFileSync(path.join(client, ".vite", "manifest.json"), "utf8"));

const shellNamespaces = ["common", "ui", "shell"];
const shell = ["index.html", "boot.tsx", ...listMessageFiles("en", ...shellNamespaces)];
const arabic = listMessageFiles("ar", ...shellNamespaces, "browse").map((name) => manifest[name]);
const browse = collectChunks(manifest, [
  ...shell,
  "pages/browse/browse-page.tsx",
  ...listMessageFiles("en", "browse"),
]);
const reader = collectChunks(manifest, [
  ...shell,
  "pages/reader/read-page.tsx",
  "features/reader/engine/layout/pages.ts",
  ...listMessageFiles("en", "reader"),
]);
const lazyRoutes = collectChunks(manifest, [
  ...shell,
  "app/routing/lazy-routes.tsx",
  "lib/i18n/lazy-messages.ts",
]);
const bookPage = collectChunks(manifest, [
  ...shell,
  "pages/book/book-page.tsx",
  ...listMessageFiles("en", "book", "library", "player"),
]);
const shellScripts = scriptsOf(collectChunks(manifest, shell));

const sizes = [
  ["First load of /browse, scripts", kilobytes(scriptsOf(browse)), maxScripts],
  ["First load of /browse, styles", kilobytes(stylesOf(browse)), maxStyles],
  ["First load of /browse, Arabic messages", kilobytes(scriptsOf(arabic)), maxArabicMessages],
  ["Opening a book, additional scripts", kilobytes(outsideShell(reader)), maxReaderScripts],
  ["Lazy route table", kilobytes(outsideShell(lazyRoutes)), maxLazyRoutes],
];

for (const [name, size, limit] of sizes) {
  console.log(`${name}: ${size.toFixed(1)} kB of ${limit}${size > limit ? "  TOO LARGE" : ""}`);
}
const bookScripts = scriptsOf(bookPage).length;
console.log(`First book page: ${bookScripts} scripts of ${maxBookScripts}`);
if (bookScripts > maxBookScripts) process.exitCode = 1;
if (sizes[0][1] > targetScripts) console.log(`Above the target of ${targetScripts} kB.`);
if ([...browse, ...reader].some(({ src }) => src?.startsWith("../shared/locales/ar/"))) {
  console.log("An English visitor loads Arabic messages.  FAILED");
  process.exitCode = 1;
}
const circular = findCircularChunks(manifest);
if (circular.length > 0) {
  console.log(`These import each other (client/manual-chunks.ts): ${circular.join(", ")}  FAILED`);
  process.exitCode = 1;
}
if (sizes.some(([, size, limit]) => size > limit)) process.exitCode = 1;

function scriptsOf(chunks) {
  return [...new Set(chunks.map(({ file }) => file).filter((file) => file.endsWith(".js")))];
}

function outsideShell(chunks) {
  return scriptsOf(chunks).filter((file) => !shellScripts.includes(file));
}

function stylesOf(chunks) {
  return [...new Set(chunks.flatMap(({ css }) => css ?? []))];
}

function kilobytes(files) {
  const bytes = files.map((file) => gzipSync(readFileSync(path.join(client, file)), { level: 9 }).length);
  return bytes.reduce((sum, size) => sum + size, 0) / 1000;
}
