import { createApp } from "#server/app.ts";
import { checkDataFolder, noteVersion } from "#server/data-folder.ts";
import { alone } from "#server/db/alone.ts";
import { migrate } from "#server/db/migrate.ts";
import { provideDatabase } from "#server/db/provide.ts";
import { openDoor } from "#server/door.ts";
import { type Environment, readEnvironment, toSettings } from "#server/env.ts";
import { prepareCatalogue } from "#server/features/books/prepare.ts";
import { loadDemoWhereEmpty } from "#server/features/demo/service.ts";
import { startWorker } from "#server/jobs/worker.ts";
import { openLog } from "#server/log.ts";
import { openServices } from "#server/open-services.ts";
import type { Services } from "#server/services.ts";
import { work } from "#server/work.ts";

type Part = "web" | "worker";

/** The order of the end: what has begun finishes on open services; the database goes last. */
const endings = ["door", "worker", "services", "database"] as const;
const open: Partial<Record<(typeof endings)[number], () => Promise<void>>> = {};
const demoLock = 727_003;
let closing: Promise<void> | null = null;

for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void end(0));

try {
  await start(readEnvironment(), partsOf(process.argv.slice(2)));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  await end(1);
}

/** Everything that can be refused is looked at before anything is changed. */
async function start(env: Environment, parts: readonly Part[]): Promise<void> {
  const { dataDir } = toSettings({ ...env, SESSION_SECRET: "of no use yet, and long enough for one" });
  checkDataFolder(dataDir, { embeds: env.DATABASE_URL === undefined });
  const door = parts.includes("web") ? await openDoor(env.HOST, env.PORT) : null;
  if (door) open.door = () => door.close();

  const database = await provideDatabase(env, dataDir, { adopts: true });
  open.database = () => database.release();
  await migrate(database.url);
  const settings = toSettings({ ...env, PORT: door?.port ?? env.PORT });
  noteVersion(dataDir);
  const { services, close } = await openServices(settings, database.url, openLog(env.LOG_LEVEL, dataDir));
  open.services = close;
  await prepareCatalogue(services);
  if (env.DEMO === "on" && parts.includes("web")) await openDemo(services, database.url);
  if (parts.includes("worker")) {
    const worker = await startWorker(services, database.url, work);
    open.worker = () => worker.stop();
  }

  door?.admit(createApp(services));
  if (door) process.stdout.write(`${settings.productName} is open at ${addressOf(env, door.port)}\n`);
}

/** One starter at a time; a demo that cannot be loaded is no reason not to open. */
async function openDemo(services: Services, databaseUrl: string): Promise<void> {
  try {
    const loaded = await alone(databaseUrl, demoLock, () => loadDemoWhereEmpty(services));
    if (loaded && !loaded.hasJuzAmma) {
      process.stderr.write(
        "The demo library is without Juz ʿAmma: the package quran-json is not installed.\n",
      );
    }
  } catch (error) {
    services.log.error({ err: error }, "the demo library could not be loaded");
  }
}

function end(code: number): Promise<void> {
  closing ??= (async () => {
    for (const ending of endings) await open[ending]?.().catch(() => {});
    process.exit(code);
  })();
  return closing;
}

function partsOf(args: readonly string[]): readonly Part[] {
  const at = args.indexOf("--only");
  const only = at >= 0 ? args[at + 1] : undefined;
  if (at < 0) return ["web", "worker"];
  if (only === "web" || only === "worker") return [only];
  throw new Error(`--only takes web or worker, not ${only ?? "nothing"}.`);
}

function addressOf({ PUBLIC_ORIGIN: origin, HOST: host }: Environment, port: number): string {
  return origin ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
