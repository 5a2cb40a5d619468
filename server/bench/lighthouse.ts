import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { loadDemo } from "#server/features/demo/service.ts";
import { findBenchBrowser } from "./bench-browser.ts";
import { median } from "./load.ts";
import type { Bench, Section } from "./section.ts";

/** The last version that runs on Node 20. It is installed only for this measurement. */
const tool = "lighthouse@12.8.2";
const runs = 5;
const runTimeoutMs = 180_000;

const parts = ["performance", "accessibility", "best-practices", "seo"] as const;

interface LighthouseReport {
  readonly categories: Readonly<Record<(typeof parts)[number], { readonly score: number | null }>>;
  readonly audits: Readonly<Record<string, { readonly numericValue?: number }>>;
}

const timings = [
  ["first-contentful-paint", "first paint", "ms"],
  ["largest-contentful-paint", "largest paint", "ms", { max: 2800, target: 2200 }],
  ["total-blocking-time", "blocking time", "ms"],
  ["speed-index", "speed index", "ms"],
] as const;

/**
 * Lighthouse's scores of the pages that most visits begin with, on a phone with a slow connection: medians
 * of five.
 */
export const lighthouse: Section = {
  name: "lighthouse",
  async run(report, bench) {
    const browser = findBenchBrowser();
    if (typeof browser === "string") return report.note(`${browser}: no page was measured`);
    report.step("loading the demo library");
    const pages = await getPages(bench);
    const server = await bench.startServer();
    try {
      for (const [name, url] of pages) {
        report.step(`looking at ${name} ${runs} times`);
        const reports: LighthouseReport[] = [];
        for (let n = 0; n < runs; n++)
          reports.push(await runLighthouse(server.baseUrl + url, browser.executablePath));
        for (const part of parts) {
          const score = median(reports.map(({ categories }) => (categories[part].score ?? 0) * 100));
          const goal = part === "performance" ? { min: 80, target: 90 } : { min: 100 };
          report.metric(`${name}, ${part}`, score, "", goal);
        }
        const getTime = (audit: string) =>
          median(reports.map(({ audits }) => audits[audit]?.numericValue ?? Number.NaN));
        for (const [audit, what, unit, goal] of timings)
          report.metric(`${name}, ${what}`, getTime(audit), unit, goal);
        report.metric(`${name}, layout shift`, getTime("cumulative-layout-shift"), "", { max: 0.02 });
      }
    } finally {
      await server.stop();
    }
  },
};

async function getPages({ services }: Bench): Promise<[name: string, address: string][]> {
  await loadDemo(services);
  const { rows } = await services.db.execute<{ id: string }>(
    sql`select id from books where title = 'Letters from the Road'`,
  );
  return [
    ["landing", "/"],
    ["browse", "/browse"],
    ["book", `/book/${rows[0]?.id}`],
  ];
}

/** Retries twice: a browser that has just started sometimes has no trace. */
async function runLighthouse(url: string, browser: string, attemptsLeft = 2): Promise<LighthouseReport> {
  const file = path.join(tmpdir(), `maktaba-lighthouse-${process.pid}.json`);
  const flags = `--headless=new --disable-background-networking${process.getuid?.() === 0 ? " --no-sandbox" : ""}`;
  const child = spawn(
    "npx",
    ["--yes", tool, url, "--quiet", "--output=json", `--output-path=${file}`, `--chrome-flags=${flags}`],
    {
      env: { ...process.env, CHROME_PATH: browser },
      stdio: ["ignore", "ignore", "pipe"],
      timeout: runTimeoutMs,
    },
  );
  let errorOutput = "";
  child.stderr.on("data", (chunk: Buffer) => {
    errorOutput += chunk;
  });
  const [status] = await once(child, "close");
  if (status === 0) {
    const report = JSON.parse(readFileSync(file, "utf8")) as LighthouseReport;
    rmSync(file);
    return report;
  }
  if (attemptsLeft > 0) return runLighthouse(url, browser, attemptsLeft - 1);
  throw new Error(
    `${tool} ended with ${status}; it needs the npm registry the first time:\n${errorOutput.slice(-500)}`,
  );
}
