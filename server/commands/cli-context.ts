import { pino } from "pino";
import { createServices } from "#server/create-services.ts";
import { checkDataFolder, writeVersionFile } from "#server/data-folder.ts";
import { acquireDatabase } from "#server/db/connect.ts";
import { migrate } from "#server/db/migrate.ts";
import { parseEnvironment } from "#server/env.ts";
import { toSettings, validateSettings } from "#server/settings.ts";
import type { CliContext } from "./command.ts";

/** @param variables environment variables, by default those of the process */
export function createCliContext(
  output: Pick<CliContext, "print" | "printError">,
  variables?: NodeJS.ProcessEnv,
): CliContext & { close(): Promise<void> } {
  const closeCallbacks: (() => Promise<void>)[] = [];

  const close = async () => {
    for (const close of closeCallbacks.splice(0).toReversed()) await close().catch(() => {});
  };

  const withDatabase: CliContext["withDatabase"] = async (callback) => {
    const env = parseEnvironment(variables);
    const { dataDir } = validateSettings(env);
    checkDataFolder(dataDir, { embeds: env.DATABASE_URL === undefined });
    const provided = acquireDatabase(env, dataDir, { stopsExisting: false });
    // On interruption, waits for the start to finish before stopping.
    closeCallbacks.push(async () => (await provided).release());
    const database = await provided;
    return callback(database.url, dataDir).finally(close);
  };

  const withServices: CliContext["withServices"] = (callback) =>
    withDatabase(async (url, dataDir) => {
      await migrate(url);
      const settings = toSettings(parseEnvironment(variables));
      writeVersionFile(dataDir);
      const { services, close } = await createServices(settings, url, pino({ level: "silent" }));
      closeCallbacks.push(close);
      return callback(services, url);
    });

  return { readEnvironment: () => parseEnvironment(variables), withDatabase, withServices, ...output, close };
}
