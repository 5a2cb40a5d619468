import type pg from "pg";
import { createClient } from "./create-client.ts";

/**
 * Advisory locks that last longer than a transaction, on one connection of their own. When the connection
 * breaks, all locks are lost and their holders are notified.
 */
export class SessionLocks {
  readonly #url: string;
  #client: Promise<pg.Client> | null = null;
  /** By name, with the listener for a lost lock. */
  readonly #locks = new Map<string, () => void>();

  constructor(databaseUrl: string) {
    this.#url = databaseUrl;
  }

  /**
   * Takes a lock if no process holds it.
   *
   * @param onLost called when the connection breaks while the lock is held
   */
  async tryLock(name: string, onLost: () => void): Promise<boolean> {
    if (this.#locks.has(name)) return false;
    this.#locks.set(name, onLost);
    try {
      const client = await this.#connect();
      const { rows } = await client.query("select pg_try_advisory_lock(hashtextextended($1, 0)) as taken", [
        name,
      ]);
      if (rows[0]?.taken !== true) this.#locks.delete(name);
      return rows[0]?.taken === true;
    } catch (error) {
      this.#locks.delete(name);
      throw error;
    }
  }

  async unlock(name: string): Promise<void> {
    if (!this.#locks.has(name)) return;
    const client = await this.#connect();
    await client.query("select pg_advisory_unlock(hashtextextended($1, 0))", [name]).finally(() => {
      this.#locks.delete(name);
    });
  }

  async close(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => {});
  }

  #connect(): Promise<pg.Client> {
    this.#client ??= this.#open();
    return this.#client;
  }

  async #open(): Promise<pg.Client> {
    const client = createClient({
      connectionString: this.#url,
      keepAlive: true,
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      application_name: "maktaba locks",
    });
    client.once("end", () => {
      this.#client = null;
      const lostHandlers = [...this.#locks.values()];
      this.#locks.clear();
      for (const notifyLost of lostHandlers) notifyLost();
    });
    try {
      await client.connect();
    } catch (error) {
      this.#client = null;
      throw error;
    }
    return client;
  }
}
