import * as z from "zod/mini";
import { route } from "#shared/api/contract.ts";
import { Instant } from "#shared/api/schemas.ts";

const Count = z.int().check(z.nonnegative());

/** `warning`: something is off or not set up; `problem`: something does not work. */
export const healthLevels = ["problem", "warning", "ok"] as const;
export type HealthLevel = (typeof healthLevels)[number];

/** The text is `health.<code>`, and what to do `health.<code>-advice`, of `shared/locales`. */
export const HealthFinding = z.object({
  level: z.enum(healthLevels),
  code: z.string(),
  values: z.record(z.string(), z.union([z.string(), z.number()])),
});
export type HealthFinding = z.infer<typeof HealthFinding>;

export const HealthReport = z.object({
  at: Instant,
  findings: z.array(HealthFinding),
  /** The web process that answered. */
  process: z.object({
    version: z.string(),
    node: z.string(),
    startedAt: Instant,
    memoryBytes: Count,
    eventStreams: Count,
    /** Lines of the log with level error or fatal in the last hour. */
    recentErrors: Count,
  }),
  pools: z.array(z.object({ pool: z.string(), used: Count, idle: Count, waiting: Count })),
  jobs: z.array(
    z.object({
      job: z.string(),
      state: z.enum(["waiting", "scheduled", "running", "retrying", "failed"]),
      count: Count,
      /** Since the oldest of them was due. */
      oldestSeconds: Count,
    }),
  ),
  uploads: z.array(z.object({ state: z.string(), count: Count })),
  /** All of it in English as plain text, without personal data. */
  report: z.string(),
});
export type HealthReport = z.infer<typeof HealthReport>;

export const healthContract = {
  getHealthReport: route({
    method: "GET",
    path: "/api/admin/health",
    access: "admin",
    budget: "search",
    summary: "The state of database, jobs, storage, mail, push and backups, and what to do",
    unwatched: "Measured for each request",
    response: HealthReport,
  }),
};
