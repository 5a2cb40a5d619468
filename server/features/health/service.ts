import type { HealthReport } from "#shared/staff/health.ts";
import type { Database } from "#server/db/client.ts";
import { hasStoredFiles, readActiveStorage } from "#server/features/storage-admin/service.ts";
import { countJobsByState, countUploadSets, getVersion } from "#server/features/system/service.ts";
import type { Context } from "#server/http/api/context.ts";
import { countRecentErrors } from "#server/logging/recent-errors.ts";
import { eventStreams, listPoolUse, type PoolUse } from "#server/metrics/metrics.ts";
import type { Services } from "#server/services.ts";
import type { Settings } from "#server/settings.ts";
import { checkDatabase } from "./check-database.ts";
import { checkPooler } from "./check-pooler.ts";
import { checkPush } from "./check-push.ts";
import { checkReplica } from "./check-replica.ts";
import {
  checkBackupFolder,
  checkDisk,
  checkMail,
  checkNode,
  checkOrigin,
  checkPrograms,
} from "./check-settings.ts";
import { checkJobs, checkLastBackup, checkPartitions } from "./check-site.ts";
import { checkStorage } from "./check-storage.ts";
import { type Finding, ok, problem, warning } from "./finding.ts";
import { countWorkers } from "./queries.ts";
import { writeReport } from "./write-report.ts";

/** Checks that need no database. */
export const checkEnvironment = async (settings: Settings): Promise<readonly Finding[]> => [
  checkNode(),
  checkOrigin(settings),
  await checkMail(settings),
  checkBackupFolder(settings),
  ...(await checkPrograms()),
];

/** What a migrated database tells. */
export const checkSite = async (db: Database, settings: Settings, now: Date): Promise<readonly Finding[]> => [
  await checkDisk(settings),
  ...checkJobs(await countJobsByState(db)),
  ...(await checkLastBackup(db, settings, now)),
  await checkPartitions(db, now),
];

/** Whether files can be stored, and are there when a migrated database names some. */
export async function checkFiles(db: Database, settings: Settings): Promise<Finding> {
  const { driver } = await readActiveStorage(db);
  return checkStorage(settings, driver === "disk" && (await hasStoredFiles(db)));
}

/** Checks that take longer or ask other servers are shared for a minute. */
const slowCheckMs = 60_000;
const slowChecks = new WeakMap<
  object,
  { readonly until: number; readonly findings: Promise<readonly Finding[]> }
>();

function runSlowChecks({ db, databaseUrl, settings }: Services): Promise<readonly Finding[]> {
  const existing = slowChecks.get(db);
  if (existing && existing.until > performance.now()) return existing.findings;
  const findings = Promise.all([
    checkDatabase(databaseUrl),
    checkPooler(settings.pooledDatabaseUrl),
    checkReplica(settings.readDatabaseUrl, databaseUrl),
    checkEnvironment(settings),
    checkFiles(db, settings),
    checkPush(db, settings),
  ]).then((groups) => groups.flat());
  slowChecks.set(db, { until: performance.now() + slowCheckMs, findings });
  findings.catch(() => slowChecks.delete(db));
  return findings;
}

export async function getHealthReport(context: Context): Promise<HealthReport> {
  const { db, probe, settings, clock } = context;
  const at = clock();
  const pools = listPoolUse();
  const recentErrors = countRecentErrors();
  const jobs = (await countJobsByState(probe)).map((count) => ({
    ...count,
    oldestSeconds: Math.round(count.oldestSeconds),
  }));
  const findings = [
    ...(await runSlowChecks(context)),
    ...(await checkSite(probe, settings, at)),
    await checkWorkers(probe),
    checkPools(pools),
    recentErrors === 0 ? ok("errors") : warning("errors-recent", { count: recentErrors }),
  ];
  const figures = {
    at,
    findings,
    process: {
      version: getVersion(),
      node: process.versions.node,
      startedAt: new Date(Date.now() - process.uptime() * 1000),
      memoryBytes: process.memoryUsage.rss(),
      eventStreams: (await eventStreams.get()).values[0]?.value ?? 0,
      recentErrors,
    },
    pools: [...pools],
    jobs,
    uploads: [...(await countUploadSets(db))],
  };
  return { ...figures, report: writeReport(figures) };
}

async function checkWorkers(db: Database): Promise<Finding> {
  const count = await countWorkers(db);
  return count > 0 ? ok("workers", { count }) : problem("workers-none");
}

function checkPools(pools: readonly PoolUse[]): Finding {
  const count = pools.reduce((sum, { waiting }) => sum + waiting, 0);
  return count === 0 ? ok("connections") : warning("connections-short", { count });
}
