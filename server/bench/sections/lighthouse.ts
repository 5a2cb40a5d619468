import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { Bench } from "#server/bench/core/bench.ts";
import { findChromium } from "#server/bench/core/browser.ts";
import { median, size } from "#server/bench/core/load.ts";
import { loadDemo } from "#server/features/demo/service.ts";

/** The last version that runs on Node 20. It is installed only for this measurement. */
const tool = "lighthouse@12.8.2";
const runs = size(5, 1);
const runTimeoutMs = 180_000;
const run = promisify(execFile);

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
  const { baseUrl } = await bench.startServer();
  const pages = { landing: "/", browse: "/browse", book: `/book/${bookId}` };
  for (const [name, url] of Object.entries(pages)) {
    bench.step(`looking at ${name}, runs: ${runs}`);
    const reports: LighthouseReport[] = [];
    for (let n = 0; n < runs; n++) reports.push(await runLighthouse(baseUrl + url, browser));
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

/**
 * Retries twice: a browser that has just started sometimes has no trace.
 *
 * @throws {Error} with what the tool wrote; it needs the npm registry the first time
 */
async function runLighthouse(url: string, browser: string, retries = 2): Promise<LighthouseReport> {
  const flags = `--headless=new --disable-background-networking${process.getuid?.() === 0 ? " --no-sandbox" : ""}`;
  const args = ["--yes", tool, url, "--quiet", "--output=json", `--chrome-flags=${flags}`];
  const env = { ...process.env, CHROME_PATH: browser };
  try {
    const { stdout } = await run("npx", args, { env, timeout: runTimeoutMs, maxBuffer: 1e8 });
    return JSON.parse(stdout);
  } catch (error) {
    if (retries === 0) throw error;
    return runLighthouse(url, browser, retries - 1);
  }
}
