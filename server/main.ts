import { setTimeout as sleep } from "node:timers/promises";
import { createApp } from "./app.ts";
import { createServices } from "./create-services.ts";
import { checkDataFolder, writeVersionFile } from "./data-folder.ts";
import { withAdvisoryLock } from "./db/advisory-lock.ts";
import { acquireDatabase } from "./db/connect.ts";
import { migrate } from "./db/migrate.ts";
import { type Environment, parseEnvironment } from "./env.ts";
import { listGenres } from "./features/books/lists/facets.ts";
import { repairCatalog } from "./features/books/repair-catalog.ts";
import { prepareCities } from "./features/cities/prepare.ts";
import { loadDemoWhereEmpty } from "./features/demo/service.ts";
import { planNotificationsNow } from "./features/prayer-notifications/jobs.ts";
import { startSender } from "./features/prayer-notifications/start-sender.ts";
import { getVapidKeys } from "./features/push/vapid-keys.ts";
import { getVersion, observeSite } from "./features/system/service.ts";
import { createTrustsProxy } from "./http/request-id.ts";
import { startHttpServer } from "./http-server.ts";
import { jobs } from "./job-registry.ts";
import { startWorker } from "./jobs/worker.ts";
import { openLog } from "./logging/log.ts";
import { startMetricsServer } from "./metrics/metrics-server.ts";
import type { Services } from "./services.ts";
import { toSettings, validateSettings } from "./settings.ts";

type Part = "web" | "worker";

const shutdownOrder = [
  "httpServer",
  "metricsServer",
  "worker",
  "cities",
  "services",
  "tracing",
  "database",
] as const;
const open: Partial<Record<(typeof shutdownOrder)[number], () => Promise<void>>> = {};
const demoLock = 727_003;
const maxStepMs = 8_000;
let closing: Promise<void> | null = null;

// Output that cannot be written, as on a full disk, does not end the process.
for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"] as const) process.on(signal, () => void shutdown(0));

let starting: Promise<void> = Promise.resolve();
try {
  starting = start(parseEnvironment(), getParts(process.argv.slice(2)));
  await starting;
} catch (error) {
  // Errors caused by shutting down during start-up are not logged.
  if (!closing) process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  await shutdown(1);
}

/** Checks all preconditions before changing anything. */
async function start(env: Environment, parts: readonly Part[]): Promise<void> {
  const { dataDir, trustedProxies } = validateSettings(env);
  checkDataFolder(dataDir, { embeds: env.DATABASE_URL === undefined });
  const httpServer = parts.includes("web")
    ? await startHttpServer(env.HOST, env.PORT, createTrustsProxy(trustedProxies))
    : null;
  if (httpServer) open.httpServer = () => httpServer.close();

  const acquiring = acquireDatabase(env, dataDir, { stopsExisting: true });
  // On interruption, waits for the start to finish before stopping.
  open.database = async () => (await acquiring).release();
  const database = await acquiring;
  throwIfShuttingDown();
  await migrate(database.url);
  throwIfShuttingDown();
  const settings = toSettings({ ...env, PORT: httpServer?.port ?? env.PORT });
  writeVersionFile(dataDir);
  if (settings.isTraced) {
    // Not loaded otherwise.
    const { startTracing } = await import("./tracing/open-telemetry.ts");
    open.tracing = startTracing(getVersion());
  }
  const { services, close } = await createServices(
    settings,
    database.url,
    openLog(settings.logLevels, dataDir),
  );
  open.services = close;
  if (env.METRICS_PORT !== undefined) {
    const { METRICS_HOST: host, METRICS_PORT: port, METRICS_TOKEN: token } = env;
    const metricsServer = await startMetricsServer({ host, port, token }, services.log);
    open.metricsServer = () => metricsServer.close();
    observeSite(services);
  }
  throwIfShuttingDown();
  await repairCatalog(services);
  await getVapidKeys(services);
  if (env.DEMO === "on" && parts.includes("web")) await importDemo(services, database.url);
  throwIfShuttingDown();
  if (parts.includes("worker")) {
    const worker = await startWorker(services, database.url, jobs);
    await planNotificationsNow(services);
    const sender = startSender(services);
    open.worker = async () => void (await Promise.all([worker.stop(), sender.stop()]));
    open.cities = await prepareCities(services, database.url);
  }

  httpServer?.setRequestHandler(createApp(services));
  if (httpServer) {
    process.stdout.write(`${settings.productName} is running at ${getPublicUrl(env, httpServer.port)}\n`);
    // Counting a large library takes seconds; a failed count is repeated on the first request.
    listGenres(services).catch(() => {});
  }
}

/** One process imports the demo; a failure does not prevent the start. */
async function importDemo(services: Services, databaseUrl: string): Promise<void> {
  try {
    const demo = await withAdvisoryLock(databaseUrl, demoLock, () => loadDemoWhereEmpty(services));
    if (demo && !demo.hasQuran) {
      process.stderr.write(
        "The demo library does not include the Qur'an: the package quran-json is not installed.\n",
      );
    }
  } catch (error) {
    services.log.error({ err: error }, "the demo library could not be loaded");
  }
}

function shutdown(code: number): Promise<void> {
  closing ??= (async () => {
    await closeAll(["httpServer", "metricsServer", "worker", "cities", "services"]);
    // A shutdown during start-up waits for the current step, so that the database is not locked.
    await Promise.race([starting.catch(() => {}), sleep(maxStepMs)]);
    await closeAll(shutdownOrder);
    process.exit(code);
  })();
  return closing;
}

async function closeAll(names: readonly (typeof shutdownOrder)[number][]): Promise<void> {
  for (const name of names) {
    const close = open[name];
    delete open[name];
    await close?.().catch(() => {});
  }
}

/** @throws {Error} when a shutdown was requested */
function throwIfShuttingDown(): void {
  if (closing) throw new Error("The server was asked to stop while it was starting.");
}

function getParts(args: readonly string[]): readonly Part[] {
  const at = args.indexOf("--only");
  const only = at >= 0 ? args[at + 1] : undefined;
  if (at < 0) return ["web", "worker"];
  if (only === "web" || only === "worker") return [only];
  throw new Error(`--only takes web or worker, not ${only ?? "nothing"}.`);
}

function getPublicUrl({ PUBLIC_ORIGIN: origin, HOST: host }: Environment, port: number): string {
  return origin ?? `http://${host.includes(":") ? `[${host}]` : host}:${port}`;
}
