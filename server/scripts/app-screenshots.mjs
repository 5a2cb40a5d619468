// `node server/scripts/app-screenshots.mjs ORIGIN`: the screenshots of the web manifest, of a running server with the
// demo library. A changed picture needs a new number here and in `server/http/pages/web-manifest.ts`.
import { existsSync } from "node:fs";
import path from "node:path";
import { chromium } from "@playwright/test";
import sharp from "sharp";
import { root } from "./prepare.mjs";

const [origin = "http://127.0.0.1:5173"] = process.argv.slice(2);
const screens = [
  { name: "screen-narrow-1", viewport: { width: 360, height: 780 }, deviceScaleFactor: 1.5 },
  { name: "screen-wide-1", viewport: { width: 1280, height: 800 }, deviceScaleFactor: 1 },
];
const system = ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium"].find(existsSync);
const browser = await chromium.launch({
  chromiumSandbox: process.getuid?.() !== 0,
  ...(system && { executablePath: system }),
});
for (const { name, ...options } of screens) {
  const context = await browser.newContext({ ...options, locale: "en-GB", serviceWorkers: "block" });
  const page = await context.newPage();
  await page.goto(`${origin}/browse`, { waitUntil: "networkidle" });
  await page.evaluate(() => document.fonts.ready);
  const picture = await page.screenshot({ animations: "disabled" });
  await sharp(picture)
    .webp({ quality: 72 })
    .toFile(path.join(root, "client/public/assets", `${name}.webp`));
  await context.close();
}
await browser.close();
