import type pg from "pg";
import type { Logger } from "pino";
import { createClient } from "#server/db/create-client.ts";

export const heartbeatLockClass = 727_004;
const pollIntervalMs = 10_000;
const reconnectDelayMs = 1_000;

export async function startWorkerHeartbeat(
  databaseUrl: string,
  name: string,
  log: Logger,
  intervalMs = pollIntervalMs,
) {
  const heartbeat = new Heartbeat(databaseUrl, name, log);
  await heartbeat.connect();
  let timer: NodeJS.Timeout | undefined;
  let isEnded = false;
  const check = async (): Promise<void> => {
    await heartbeat.unlockJobsOfStoppedWorkers();
    if (!isEnded) timer = setTimeout(() => void check(), intervalMs).unref();
  };
  void check();
  return {
    async end(): Promise<void> {
      isEnded = true;
      clearTimeout(timer);
      await heartbeat.end();
    },
  };
}

class Heartbeat {
  readonly #url: string;
  readonly #name: string;
  readonly #log: Logger;
  #client: pg.Client | null = null;
  #reconnectTimer: NodeJS.Timeout | undefined;
  #isStopped = false;
  #missing: ReadonlySet<string> = new Set();

  constructor(url: string, name: string, log: Logger) {
    this.#url = url;
    this.#name = name;
    this.#log = log;
  }

  async connect(): Promise<void> {
    const client = createClient({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: "maktaba worker heartbeat",
    });
    try {
      await client.connect();
      // Detects dead connections within a minute instead of hours.
      await client.query("set tcp_keepalives_idle = 30; set tcp_keepalives_interval = 10");
      await client.query("select pg_advisory_lock_shared($1, hashtext($2))", [
        heartbeatLockClass,
        this.#name,
      ]);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    if (this.#isStopped) return client.end();
    this.#client = client;
    client.once("end", () => this.#scheduleReconnect());
  }

  async unlockJobsOfStoppedWorkers(): Promise<void> {
    const client = this.#client;
    if (!client) return;
    try {
      const missing = await findMissing(client);
      const missingTwice = missing.filter((name) => this.#missing.has(name));
      this.#missing = new Set(missing);
      if (missingTwice.length === 0) return;
      await client.query("select graphile_worker.force_unlock_workers($1::text[])", [missingTwice]);
      this.#log.warn({ workers: missingTwice }, "unlocked the jobs of stopped workers");
    } catch {
      // An unresponsive connection is no proof of life either.
      void client.end().catch(() => {});
    }
  }

  async end(): Promise<void> {
    this.#isStopped = true;
    clearTimeout(this.#reconnectTimer);
    await this.#client?.end().catch(() => {});
  }

  #scheduleReconnect(): void {
    this.#client = null;
    if (this.#isStopped) return;
    this.#reconnectTimer = setTimeout(
      () => void this.connect().catch(() => this.#scheduleReconnect()),
      reconnectDelayMs,
    );
  }
}

/** Workers that hold jobs without holding their advisory lock. */
async function findMissing(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select distinct held.locked_by as name
       from graphile_worker.jobs held
      where held.locked_by is not null
        and not exists (
          select from pg_locks alive
           where alive.locktype = 'advisory' and alive.granted and alive.objsubid = 2
             and alive.database = (select oid from pg_database where datname = current_database())
             and alive.classid::bigint = $1 and alive.objid::bigint = hashtext(held.locked_by)::bigint & 4294967295
        )`,
    [heartbeatLockClass],
  );
  return rows.map(({ name }) => name);
}
