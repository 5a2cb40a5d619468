// Measures the size of the first load from Vite's manifest, and fails the build above the budget.
import { readFileSync } from "node:fs";
import path from "node:path";
import { gzipSync } from "node:zlib";
import { partsInCircles, partsWith, wordsOf } from "./client-chunks.mjs";
import { root } from "./prepare.mjs";

/** Gzipped kilobytes (1000 bytes) of a guest's first `/browse`. */
const maxScripts = 151;
const soughtScript = 150;
const maxStyles = 15.5;
const maxArabicMessages = 5;
const maxReaderScripts = 62;
/** The lazy route table (`client/app/routes/lazy.ts`), loaded before any lazy screen. */
const maxLazyRoutes = 8.5;

const client = path.join(root, "dist", "client");
const manifest = JSON.parse(readFileSync(path.join(client, ".vite", "manifest.json"), "utf8"));

const shellAreas = ["common", "ui", "shell"];
const shell = ["index.html", "boot.tsx", ...wordsOf("en", ...shellAreas)];
const arabic = wordsOf("ar", ...shellAreas, "browse").map((name) => manifest[name]);
const browse = partsWith(manifest, [...shell, "pages/browse/browse-page.tsx", ...wordsOf("en", "browse")]);
const reader = partsWith(manifest, [
  ...shell,
  "pages/reader/read-page.tsx",
  "features/reader/engine/layout/pages.ts",
  ...wordsOf("en", "reader"),
]);
const further = partsWith(manifest, [...shell, "app/routing/lazy-routes.tsx", "lib/i18n/lazy-messages.ts"]);
const alreadyThere = scriptsOf(partsWith(manifest, shell));

const weights = [
  ["First load of /browse, scripts", kilobytes(scriptsOf(browse)), maxScripts],
  ["First load of /browse, styles", kilobytes(stylesOf(browse)), maxStyles],
  ["First load of /browse, its words in Arabic", kilobytes(scriptsOf(arabic)), maxArabicMessages],
  ["Opening a book, scripts beside those", kilobytes(besideTheShell(reader)), maxReaderScripts],
  ["The way to the further screens", kilobytes(besideTheShell(further)), maxLazyRoutes],
];

for (const [name, weight, most] of weights) {
  console.log(`${name}: ${weight.toFixed(1)} kB of ${most}${weight > most ? "  TOO MUCH" : ""}`);
}
if (weights[0][1] > soughtScript) console.log(`More than the ${soughtScript} kB that are sought.`);
if ([...browse, ...reader].some(({ src }) => src?.startsWith("locales/ar/"))) {
  console.log("A visitor who reads English fetches words in Arabic.  TOO MUCH");
  process.exitCode = 1;
}
const circle = partsInCircles(manifest);
if (circle.length > 0) {
  console.log(`These import each other (client/manual-chunks.ts): ${circle.join(", ")}  BROKEN`);
  process.exitCode = 1;
}
if (weights.some(([, weight, most]) => weight > most)) process.exitCode = 1;

function scriptsOf(parts) {
  return [...new Set(parts.map(({ file }) => file).filter((file) => file.endsWith(".js")))];
}

function besideTheShell(parts) {
  return scriptsOf(parts).filter((file) => !alreadyThere.includes(file));
}

function stylesOf(parts) {
  return [...new Set(parts.flatMap(({ css }) => css ?? []))];
}

function kilobytes(files) {
  const bytes = files.map((file) => gzipSync(readFileSync(path.join(client, file)), { level: 9 }).length);
  return bytes.reduce((sum, one) => sum + one, 0) / 1000;
}
