import { totalmem } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "#server/env.ts";
import { createClient } from "./create-client.ts";
import { type EmbeddedDatabase, findRunning, startEmbedded } from "./embedded.ts";
import { getSharedBuffersMb } from "./shared-buffers.ts";

/** The database connection of a process. */
export interface ProvidedDatabase {
  readonly url: string;
  release(): Promise<void>;
}

const flags = [
  `shared_buffers=${getSharedBuffersMb(totalmem(), process.constrainedMemory())}MB`,
  "jit=off",
  // Reads the pages that were cached before the last stop.
  "shared_preload_libraries=pg_prewarm",
  "io_method=sync",
  "max_connections=200",
  "log_min_messages=fatal",
].flatMap((setting) => ["-c", setting]);

const minPostgresVersion = 15;

interface Options {
  /** Whether `release` also stops an embedded database that was already running. Commands do not. */
  readonly stopsExisting: boolean;
}

/**
 * Connects to the database, without its pooler, or to the embedded one, which is started if needed.
 *
 * @throws {Error} naming the setting that cannot be used
 */
export async function acquireDatabase(
  { DATABASE_URL: url, DATABASE_DIRECT_URL: directUrl }: DatabaseSettings,
  dataDir: string,
  { stopsExisting }: Options,
): Promise<ProvidedDatabase> {
  if (url !== undefined) {
    await testConnection("DATABASE_URL", url);
    if (directUrl) await testConnection("DATABASE_DIRECT_URL", directUrl);
    return { url: directUrl ?? url, release: async () => {} };
  }
  const embedded = await startEmbedded(dataDir, { flags });
  const supervisor = superviseEmbeddedPostgres(embedded, dataDir, flags);
  return {
    url: embedded.url,
    async release() {
      await supervisor.stop();
      if (embedded.wasRunning && !stopsExisting) return;
      if (!(await isUsed(embedded))) await findRunning(dataDir)?.stop();
    },
  };
}

type DatabaseSettings = Pick<Environment, "DATABASE_URL" | "DATABASE_DIRECT_URL">;

/** @throws {Error} without the password in its message when the server does not answer */
async function testConnection(setting: keyof DatabaseSettings, url: string): Promise<void> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 10_000 });
  try {
    await client.connect();
    const { rows } = await client.query<{ version: number }>(
      "select current_setting('server_version_num')::int / 10000 as version",
    );
    const version = rows[0]?.version ?? 0;
    if (version < minPostgresVersion)
      throw new Error(`it is PostgreSQL ${version}; version ${minPostgresVersion} or newer is required`);
  } catch (error) {
    const { message, code } = error as Error & { code?: string };
    throw new Error(`The database of ${setting} cannot be used: ${message || code}.`);
  } finally {
    await client.end().catch(() => {});
  }
}

/** Another server or command may use the same folder. */
async function isUsed({ url }: EmbeddedDatabase): Promise<boolean> {
  const client = createClient({ connectionString: url, connectionTimeoutMillis: 2_000 });
  try {
    await client.connect();
    for (let attempt = 0; attempt < 10; attempt++) {
      const { rowCount } = await client.query(
        "select 1 from pg_stat_activity where backend_type = 'client backend' and pid <> pg_backend_pid() limit 1",
      );
      if (rowCount === 0) return false;
      await sleep(50);
    }
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => {});
  }
}

const checkIntervalMs = 1_000;

/** Restarts the embedded database on its port when it was killed. */
function superviseEmbeddedPostgres({ url }: EmbeddedDatabase, dataDir: string, flags: readonly string[]) {
  const port = Number(new URL(url).port);
  let restart: Promise<unknown> | null = null;
  const timer = setInterval(() => {
    if (restart || findRunning(dataDir)) return;
    // A failure is retried at the next check; until then the server answers `unavailable`.
    restart = startEmbedded(dataDir, { flags, port })
      .catch((error: Error) => process.stderr.write(`${error.message}\n`))
      .finally(() => {
        restart = null;
      });
  }, checkIntervalMs);
  timer.unref();
  return {
    async stop() {
      clearInterval(timer);
      await restart;
    },
  };
}
