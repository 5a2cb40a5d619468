import { randomUUID } from "node:crypto";
import { sql } from "drizzle-orm";
import type pg from "pg";
import type { Logger } from "pino";
import { noticeEvent, type OpenDatabase } from "#server/db/client.ts";
import { createClient } from "#server/db/create-client.ts";
import { getAreaLog } from "#server/logging/log.ts";
import { type CatalogueVersion, catalogueChanged, catalogueChannel } from "./catalogue-version.ts";
import type { PubSub } from "./live.ts";

const channel = "maktaba";
const userPrefix = "user:";
const anyUser = "users";
/** Of the one connection of each process that listens. */
export const liveApplicationName = "maktaba live";
const minReconnectMs = 250;
const maxReconnectMs = 10_000;
const pollIntervalMs = 20_000;

/** Live events over LISTEN and NOTIFY. */
export interface PostgresPubSub extends PubSub {
  close(): Promise<void>;
}

export async function connectPubSub(url: string, db: OpenDatabase, log: Logger): Promise<PostgresPubSub> {
  const listeners = new Listeners();
  const connection = new ListenConnection(url, getAreaLog(log, "events"), {
    onMessage: (text) => {
      const { topic, payload } = JSON.parse(text) as { topic: string; payload: unknown };
      // Before the browsers, whose requests may expect what changed.
      if (topic.startsWith(userPrefix)) listeners.emit(anyUser, topic.slice(userPrefix.length));
      listeners.emit(topic, payload);
    },
    onGap: () => listeners.emit("gap"),
  });
  await connection.open();

  const notify = async (topic: string, payload: unknown, within: Pick<OpenDatabase, "execute">) => {
    await within.execute(sql`select pg_notify(${channel}, ${JSON.stringify({ topic, payload })})`);
  };
  return {
    publish: (userId, event, within = db) => notify(`${userPrefix}${userId}`, event, within),
    publishAll: async (events, within = db) => {
      const texts = events.map(({ userId, event }) =>
        JSON.stringify({ topic: `${userPrefix}${userId}`, payload: event }),
      );
      if (texts.length === 0) return;
      await within.execute(
        sql`select pg_notify(${channel}, message) from jsonb_array_elements_text(${JSON.stringify(texts)}::jsonb) message`,
      );
    },
    subscribe: (userId, listener) => listeners.add(`${userPrefix}${userId}`, listener),
    onUserEvent: (listener) => listeners.add(anyUser, listener),
    broadcast: (topic, id, within = db) => notify(`all:${topic}`, id, within),
    onBroadcast: (topic, listener) => listeners.add(`all:${topic}`, listener),
    onGap: (listener) => listeners.add("gap", listener),
    catalogue: listenToCatalogue(listeners, connection, db, notify),
    close: () => connection.close(),
  };
}

type Notify = (topic: string, payload: unknown, within: Pick<OpenDatabase, "execute">) => Promise<void>;

const barrier = "barrier";
const maxWaitMs = 1_000;

/**
 * Notifications arrive in the order of their commits: a process that confirms a barrier has handled all
 * changes before it.
 */
function listenToCatalogue(
  listeners: Listeners,
  connection: ListenConnection,
  db: OpenDatabase,
  notify: Notify,
): CatalogueVersion {
  let version = 0;
  let writes = 0;
  const change = () => {
    version += 1;
  };
  listeners.add(`all:${catalogueChanged}`, change);
  listeners.add("gap", change);
  listeners.add(`all:${barrier}`, (id: string) => {
    notify(`all:${barrier}:${id}`, "", db).catch(() => {});
  });
  db.$client.on(noticeEvent as "error", (message: unknown) => {
    if (message === catalogueChannel) writes += 1;
  });
  return {
    current: () => (connection.isOpen ? version : null),
    writes: () => writes,
    async waitForLatest() {
      const id = randomUUID();
      let confirmed = 0;
      let check = () => {};
      const stop = listeners.add(`all:${barrier}:${id}`, () => {
        confirmed += 1;
        check();
      });
      try {
        const { rows } = await db.execute<{ processes: number }>(sql`
          select pg_notify(${channel}, ${JSON.stringify({ topic: `all:${barrier}`, payload: id })}),
            (select count(*)::int from pg_stat_activity
              where application_name = ${liveApplicationName} and datname = current_database()) as processes`);
        const processes = rows[0]?.processes ?? 1;
        await new Promise<void>((resolve) => {
          const timeout = setTimeout(resolve, maxWaitMs);
          check = () => {
            if (confirmed < processes) return;
            clearTimeout(timeout);
            resolve();
          };
          check();
        });
      } finally {
        stop();
      }
    },
  };
}

class Listeners {
  readonly #byTopic = new Map<string, Set<(payload: never) => void>>();

  /** @returns a function that unsubscribes */
  add(topic: string, listener: (payload: never) => void): () => void {
    const all = this.#byTopic.get(topic) ?? new Set();
    this.#byTopic.set(topic, all.add(listener));
    return () => {
      all.delete(listener);
      if (all.size === 0 && this.#byTopic.get(topic) === all) this.#byTopic.delete(topic);
    };
  }

  emit(topic: string, payload?: unknown): void {
    for (const listener of [...(this.#byTopic.get(topic) ?? [])]) listener(payload as never);
  }
}

interface Handlers {
  readonly onMessage: (text: string) => void;
  readonly onGap: () => void;
}

class ListenConnection {
  readonly #url: string;
  readonly #log: Logger;
  readonly #handlers: Handlers;
  #client: pg.Client | null = null;

  get isOpen(): boolean {
    return this.#client !== null;
  }

  #waitMs = minReconnectMs;
  #isClosed = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(url: string, log: Logger, handlers: Handlers) {
    this.#url = url;
    this.#log = log;
    this.#handlers = handlers;
  }

  async open(): Promise<void> {
    const client = createClient({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: liveApplicationName,
    });
    client.on("notification", ({ payload }) => payload !== undefined && this.#handlers.onMessage(payload));
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
    } catch (error) {
      void client.end().catch(() => {});
      throw error;
    }
    if (this.#isClosed) return client.end();
    this.#client = client;
    this.#waitMs = minReconnectMs;
    const keepAlive = setInterval(
      () => void client.query("select 1").catch(() => client.end()),
      pollIntervalMs,
    );
    keepAlive.unref();
    client.once("end", () => {
      clearInterval(keepAlive);
      this.#client = null;
      if (!this.#isClosed) this.#reconnectLater();
    });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#retry);
    await this.#client?.end();
  }

  #reconnectLater(): void {
    this.#log.warn({ inMs: this.#waitMs }, "live events disconnected");
    this.#retry = setTimeout(() => void this.#reconnect(), this.#waitMs);
    this.#waitMs = Math.min(this.#waitMs * 2, maxReconnectMs);
  }

  async #reconnect(): Promise<void> {
    try {
      await this.open();
      this.#handlers.onGap();
    } catch {
      if (!this.#isClosed) this.#reconnectLater();
    }
  }
}
