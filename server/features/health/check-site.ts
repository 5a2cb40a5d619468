import type { Database } from "#server/db/client.ts";
import { listTablesWithoutPartition } from "#server/db/partitions.ts";
import { getLastBackup } from "#server/features/backups/service.ts";
import type { JobCount } from "#server/features/system/service.ts";
import { maxWaitSeconds } from "#server/jobs/job-queue.ts";
import type { Settings } from "#server/settings.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";

const hourMs = 3_600_000;

export function checkJobs(jobs: readonly JobCount[]): readonly Finding[] {
  const failed = jobs.filter(({ state }) => state === "failed");
  const late = jobs.filter(
    ({ state, queue, oldestSeconds }) => state === "waiting" && oldestSeconds > maxWaitSeconds[queue],
  );
  const count = jobs.reduce((sum, each) => sum + each.count, 0);
  return [
    ...failed.map(({ job, count }) => warning("jobs-failed", { job, count })),
    ...late.map(({ job, oldestSeconds }) =>
      problem("jobs-late", { job, minutes: Math.round(oldestSeconds / 60) }),
    ),
    ...(failed.length + late.length === 0 ? [ok("jobs", { count })] : []),
  ];
}

/** Nothing without scheduled backups. */
export async function checkLastBackup(
  db: Database,
  { backups }: Pick<Settings, "backups">,
  now: Date,
): Promise<readonly Finding[]> {
  if (!backups) return [];
  const last = await getLastBackup(db);
  if (!last) return [warning("backup-never")];
  const hours = Math.round((now.getTime() - last.startedAt.getTime()) / hourMs);
  if (last.error) return [problem("backup-failed", { hours })];
  return [hours > 2 * backups.everyHours ? problem("backup-late", { hours }) : ok("backup", { hours })];
}

export async function checkPartitions(db: Database, now: Date): Promise<Finding> {
  const missing = await listTablesWithoutPartition(db, now);
  return missing.length === 0
    ? ok("partitions")
    : warning("partitions-missing", { tables: missing.join(", ") });
}
