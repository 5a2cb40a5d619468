import type { HealthReport } from "#shared/staff/health.ts";
import { describeFinding, type Finding } from "./finding.ts";

type Figures = Omit<HealthReport, "report" | "findings"> & { readonly findings: readonly Finding[] };

/** Plain English text for support. */
export function writeReport({ at, findings, process, pools, jobs, uploads }: Figures): string {
  const lines = [
    `Version ${process.version}, Node.js ${process.node}, ${at.toISOString()}`,
    `Process: started ${process.startedAt.toISOString()}, ${Math.round(process.memoryBytes / 1e6)} MB, ${process.eventStreams} event streams, ${process.recentErrors} errors in the last hour`,
    "",
    ...findings.map(describeFinding),
    "",
    ...pools.map(
      ({ pool, used, idle, waiting }) => `Pool ${pool}: ${used} used, ${idle} idle, ${waiting} waiting`,
    ),
    ...jobs.map(
      ({ job, state, count, oldestSeconds }) => `Job ${job}: ${count} ${state}, oldest ${oldestSeconds} s`,
    ),
    ...uploads.map(({ state, count }) => `Uploads ${state}: ${count}`),
  ];
  return `${lines.join("\n").trimEnd()}\n`;
}
