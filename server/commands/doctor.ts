import { openDatabase } from "#server/db/client.ts";
import { InvalidEnvironmentError } from "#server/env.ts";
import { checkConnections } from "#server/features/health/check-connections.ts";
import { checkDatabase } from "#server/features/health/check-database.ts";
import { checkPooler } from "#server/features/health/check-pooler.ts";
import { checkPush } from "#server/features/health/check-push.ts";
import { checkReplica } from "#server/features/health/check-replica.ts";
import { checkDisk } from "#server/features/health/check-settings.ts";
import { checkStorage } from "#server/features/health/check-storage.ts";
import { describeFinding, type Finding, ok, problem } from "#server/features/health/finding.ts";
import { checkEnvironment, checkFiles, checkSite } from "#server/features/health/service.ts";
import { jobs } from "#server/job-registry.ts";
import { getMaxWorkerConnections } from "#server/jobs/worker.ts";
import { getMaxConnections } from "#server/open-databases.ts";
import { type Settings, validateSettings } from "#server/settings.ts";
import type { CliContext, Command } from "./command.ts";

/** Changes nothing, but starts the embedded database when it is not running. */
export const doctorCommand: Command = {
  name: "doctor",
  usage: "",
  about: "Checks settings, database, storage, mail, push, disk, clock and versions, and says what to do.",
  options: {},
  operands: 0,
  async run(context) {
    let settings: Settings;
    try {
      settings = validateSettings(context.readEnvironment());
    } catch (error) {
      if (!(error instanceof InvalidEnvironmentError)) throw error;
      context.print(`problem  Settings\n         ${error.message}`);
      context.print("Problems: 1");
      return 1;
    }
    const findings = [
      ok("settings"),
      ...(await checkEnvironment(settings)),
      ...(await checkData(context, settings)),
    ];
    for (const finding of findings) context.print(describeFinding(finding));
    const count = findings.filter(({ level }) => level === "problem").length;
    context.print(count === 0 ? "No problem was found." : `Problems: ${count}`);
    return count === 0 ? 0 : 1;
  },
};

/** Checks that need no database. */
const checkPaths = (settings: Settings) => Promise.all([checkStorage(settings, false), checkDisk(settings)]);

async function checkData({ withDatabase }: CliContext, settings: Settings): Promise<readonly Finding[]> {
  try {
    return await withDatabase(async (url) => {
      const findings = [
        ...(await checkDatabase(url)),
        ...(await checkPooler(settings.pooledDatabaseUrl)),
        ...(await checkReplica(settings.readDatabaseUrl, url)),
      ];
      // Tables can be missing in another schema.
      if (!findings.some(({ code }) => code === "schema"))
        return [...findings, ...(await checkPaths(settings))];
      const db = openDatabase(url, { max: 1 });
      try {
        const site = await checkSite(db, settings, new Date());
        const connections = await checkConnections(db, {
          perProcess: getMaxConnections(settings),
          perWorker: getMaxWorkerConnections(jobs),
        });
        return [
          ...findings,
          connections,
          await checkFiles(db, settings),
          ...site,
          await checkPush(db, settings),
        ];
      } finally {
        await db.$client.end();
      }
    });
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return [problem("database-unusable", { reason }), ...(await checkPaths(settings))];
  }
}
