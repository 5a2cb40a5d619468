import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { text } from "node:stream/consumers";
import type { Bench } from "#server/bench/core/bench.ts";
import { findChromium } from "#server/bench/core/browser.ts";
import { median, size } from "#server/bench/core/load.ts";
import { loadDemo } from "#server/features/demo/service.ts";

/** The last version that runs on Node 20. It is installed only for this measurement. */
const tool = "lighthouse@12.8.2";
const runs = size(5, 1);
const runTimeoutMs = 180_000;

const categories = ["performance", "accessibility", "best-practices", "seo"] as const;

interface LighthouseReport {
  readonly categories: Readonly<Record<(typeof categories)[number], { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

const timings = [
  ["largest-contentful-paint", "largest paint", "ms", "≤ 2800, target 2200"],
  ["cumulative-layout-shift", "layout shift", "", "≤ 0.02"],
] as const;

/** Lighthouse's scores of the pages that most visits begin with, on a phone with a slow connection: medians. */
export async function lighthouse(bench: Bench): Promise<void> {
  const browser = findChromium(bench)?.executablePath;
  if (!browser) return;
  bench.step("loading the demo library");
  await loadDemo(bench.services);
  const bookId = await bench.get("select id from books where title = 'Letters from the Road'");
  const file = path.join(bench.makeFolder(), "report.json");
  const { baseUrl } = await bench.startServer();
  const pages = { landing: "/", browse: "/browse", book: `/book/${bookId}` };
  for (const [name, url] of Object.entries(pages)) {
    bench.step(`looking at ${name}, runs: ${runs}`);
    const reports: LighthouseReport[] = [];
    for (let n = 0; n < runs; n++) reports.push(await runLighthouse(baseUrl + url, browser, file));
    for (const category of categories) {
      const score = median(reports.map((report) => (report.categories[category].score ?? 0) * 100));
      const goal = category === "performance" ? "≥ 80, target 90" : "≥ 100";
      bench.figures([`${name}, ${category}`, score, "", goal]);
    }
    for (const [audit, what, unit, goal] of timings) {
      const values = reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN);
      bench.figures([`${name}, ${what}`, median(values), unit, goal]);
    }
  }
}

/** Retries twice: a browser that has just started sometimes has no trace. */
async function runLighthouse(
  url: string,
  browser: string,
  file: string,
  retries = 2,
): Promise<LighthouseReport> {
  const flags = `--headless=new --disable-background-networking${process.getuid?.() === 0 ? " --no-sandbox" : ""}`;
  const args = [url, "--quiet", "--output=json", `--output-path=${file}`, `--chrome-flags=${flags}`];
  const child = spawn("npx", ["--yes", tool, ...args], {
    env: { ...process.env, CHROME_PATH: browser },
    stdio: ["ignore", "ignore", "pipe"],
    timeout: runTimeoutMs,
  });
  const [errors, [status]] = await Promise.all([text(child.stderr), once(child, "close")]);
  if (status === 0) return JSON.parse(readFileSync(file, "utf8")) as LighthouseReport;
  if (retries > 0) return runLighthouse(url, browser, file, retries - 1);
  throw new Error(
    `${tool} ended with ${status}; it needs the npm registry the first time:\n${errors.slice(-500)}`,
  );
}
