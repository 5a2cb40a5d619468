import { pino } from "pino";
import { openServices } from "#server/create-services.ts";
import { checkDataFolder, noteVersion } from "#server/data-folder.ts";
import { provideDatabase } from "#server/db/connect.ts";
import { migrate } from "#server/db/migrate.ts";
import { readEnvironment } from "#server/env.ts";
import { toSettings } from "#server/settings.ts";
import type { House } from "./command.ts";

/** What commands run on: the running server's database, or one that is started for them and ended after them. */
export function openHouse(say: House["say"]): House & { leave(): Promise<void> } {
  const env = readEnvironment();
  const closers: (() => Promise<void>)[] = [];

  const leave = async () => {
    for (const close of closers.splice(0).toReversed()) await close().catch(() => {});
  };

  const withDatabase: House["withDatabase"] = async (act) => {
    const { dataDir } = toSettings({ ...env, SESSION_SECRET: "of no use yet, and long enough for one" });
    checkDataFolder(dataDir, { embeds: env.DATABASE_URL === undefined });
    const provided = provideDatabase(env, dataDir, { adopts: false });
    // Interrupted meanwhile, we wait for it, so that it is not left behind.
    closers.push(async () => (await provided).release());
    const database = await provided;
    return act(database.url, dataDir).finally(leave);
  };

  const withServices: House["withServices"] = (act) =>
    withDatabase(async (url, dataDir) => {
      await migrate(url);
      const settings = toSettings(env);
      noteVersion(dataDir);
      const { services, close } = await openServices(settings, url, pino({ level: "silent" }));
      closers.push(close);
      return act(services, url);
    });

  return { withDatabase, withServices, say, leave };
}
