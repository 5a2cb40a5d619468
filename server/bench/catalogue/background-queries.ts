import pg from "pg";

/** Runs statements one after the other on some connections, such as index builds while other tables are filled. */
export class BackgroundQueries {
  readonly #queue: string[] = [];
  readonly #databaseUrl: string;
  readonly #connections: number;
  readonly #running = new Set<Promise<void>>();
  #failure: unknown;

  constructor(databaseUrl: string, connections = 2) {
    this.#databaseUrl = databaseUrl;
    this.#connections = connections;
  }

  add(statement: string): void {
    this.#queue.push(statement);
    if (this.#running.size < this.#connections) this.#start();
  }

  #start(): void {
    const running = this.#run()
      .catch((error: unknown) => {
        this.#failure ??= error;
      })
      .finally(() => this.#running.delete(running));
    this.#running.add(running);
  }

  /** @throws what the first statement that failed has thrown */
  async end(): Promise<void> {
    while (this.#running.size > 0 || this.#queue.length > 0) {
      if (this.#running.size === 0) this.#start();
      await Promise.all(this.#running);
    }
    if (this.#failure) throw this.#failure;
  }

  async #run(): Promise<void> {
    const client = new pg.Client({ connectionString: this.#databaseUrl });
    await client.connect();
    try {
      await client.query(`set maintenance_work_mem = '1GB'; set work_mem = '512MB'; set synchronous_commit = off;
        set session_replication_role = replica; set statement_timeout = 0`);
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift())
        await client.query(next);
    } finally {
      await client.end();
    }
  }
}
