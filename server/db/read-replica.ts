import type { Socket } from "node:net";
import type pg from "pg";
import type { Logger } from "pino";
import type { UserId } from "#shared/accounts/user.ts";
import { replicaLagSeconds, replicaReadCount, replicaUsed } from "#server/metrics/metrics.ts";
import type { PubSub } from "#server/pubsub/live.ts";
import type { OpenDatabase } from "./client.ts";
import { shareQuery } from "./shared-query.ts";

/** `behind`: it does not have what its primary had when this process started. */
export type ReplicaState = "ready" | "behind" | "lagging" | "primary" | "unreachable";

/** The services of a reading handler, with the replica in place of the primary. */
export interface ReadServices {
  readonly db: OpenDatabase;
  readonly searchDb: OpenDatabase;
  readonly live: PubSub;
}

/** Who reads, and what the reply must show. */
export interface Reader {
  readonly userId: UserId | null;
  /** In the write-ahead log; 0 for none. */
  readonly position: number;
}

interface Deps {
  readonly primary: OpenDatabase;
  readonly replica: OpenDatabase;
  readonly replicaSearch: OpenDatabase;
  /** One connection of its own, so that a busy replica is not taken for a lost one. */
  readonly replicaProbe: OpenDatabase;
  readonly live: PubSub;
  readonly log: Logger;
  readonly maxLagMs?: number;
}

/** Of a reader who was notified of a change; null until the first request after it. */
interface ExpectedPosition {
  position: Promise<number> | null;
  readonly until: number;
}

/** A replica that is further behind is not used. */
const defaultMaxLagMs = 10_000;
/** How long a reader's own writes are remembered: later, a replica that is used has them. */
export const rememberMs = 30_000;
const measureMs = 1_000;
/** How often a reader that waits for a position asks for that of the replica. */
const refreshMs = 5;
const maxUsers = 50_000;
const maxSamples = 200;

/** Of what is committed. Other records, such as those of pruning, may stay in memory for seconds. */
const readPrimaryPosition = `
  select pg_wal_lsn_diff(
    case current_setting('synchronous_commit')
      when 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end,
    '0/0'
  )::float8 as position`;
const readReplicaPosition =
  "select pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0')::float8 as position where pg_is_in_recovery()";

/**
 * A streaming replica for reading. A reply comes from it only when it has everything that its reader must see:
 * their own writes, and the changes of the catalogue and of their data that this process was notified of.
 */
export class ReadReplica {
  readonly #deps: Deps;
  readonly #services: ReadServices;
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  readonly #connections = new Set<pg.PoolClient>();
  readonly #users = new Map<UserId, ExpectedPosition>();
  /** Positions of the primary that the replica has not reached, oldest first. */
  #unreached: { readonly at: number; readonly position: number }[] = [];
  #catalogue: { readonly version: number; readonly position: Promise<number> } | null = null;
  /** Of the catalogue that the replica is known to have. */
  #version = -1;
  #replayed = 0;
  #refreshedAt = 0;
  #base = Number.POSITIVE_INFINITY;
  #state: ReplicaState = "unreachable";
  #lagMs = 0;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#services = {
      db: deps.replica,
      searchDb: deps.replicaSearch,
      live: {
        ...deps.live,
        catalogue: {
          ...deps.live.catalogue,
          // Nothing is cached of a catalogue that changed after the replica was chosen.
          current: () => (deps.live.catalogue.current() === this.#version ? this.#version : null),
        },
      },
    };
    for (const { $client } of [deps.replica, deps.replicaSearch]) {
      $client.on("connect", (client) => this.#connections.add(client));
      $client.on("remove", (client) => this.#connections.delete(client));
    }
    this.#stopListening = deps.live.onUserEvent((userId) => this.#expectOf(userId));
    this.#timer = setInterval(() => void this.measure(), measureMs).unref();
  }

  get state(): ReplicaState {
    return this.#state;
  }

  /** The age of the oldest change that it does not have. */
  get lagMs(): number {
    return this.#lagMs;
  }

  /** The position of the primary, after everything that was committed before the call. */
  readonly readPosition = shareQuery(async () => {
    const { rows } = await this.#deps.primary.$client.query<{ position: number }>(readPrimaryPosition);
    return rows[0]?.position ?? 0;
  });

  /**
   * Reads from the replica, or from the primary when the replica does not have what the reader must see. What
   * fails on the replica is read from the primary.
   *
   * @param canRepeat whether nothing was sent yet
   */
  async read<Services extends object, Result>(
    services: Services,
    reader: Reader,
    read: (services: Services) => Result | Promise<Result>,
    canRepeat: () => boolean = () => true,
  ): Promise<Result> {
    const obstacle = await this.#findObstacle(reader).catch(() => "unreachable" as const);
    if (obstacle !== null) {
      replicaReadCount.inc({ result: obstacle });
      return read(services);
    }
    try {
      const result = await read({ ...services, ...this.#services });
      replicaReadCount.inc({ result: "replica" });
      return result;
    } catch (error) {
      if (!canRepeat() || isStatementTimeout(error)) throw error;
      replicaReadCount.inc({ result: "failed" });
      return read(services);
    }
  }

  /** Runs every second, and once before the first use. */
  async measure(): Promise<void> {
    // A primary that does not answer must not delay the measurement of the replica.
    const sampling = this.#samplePrimary();
    if (this.#base === Number.POSITIVE_INFINITY) await sampling;
    const replayed = await this.#readReplayed().catch((error: unknown) => error as Error);
    this.#unreached = this.#unreached.filter(({ position }) => position > this.#replayed);
    const [oldest] = this.#unreached;
    this.#lagMs = oldest ? performance.now() - oldest.at : 0;
    if (replayed instanceof Error) this.#setState("unreachable", replayed);
    else if (replayed === null) this.#setState("primary");
    else if (this.#replayed < this.#base) this.#setState("behind");
    else this.#setState(this.#lagMs > (this.#deps.maxLagMs ?? defaultMaxLagMs) ? "lagging" : "ready");
    replicaLagSeconds.set(this.#lagMs / 1000);
    replicaUsed.set(this.#state === "ready" ? 1 : 0);
  }

  async #samplePrimary(): Promise<void> {
    const at = performance.now();
    try {
      const position = await this.readPosition();
      this.#base = Math.min(this.#base, position);
      this.#unreached.push({ at, position });
      if (this.#unreached.length > maxSamples)
        this.#unreached = this.#unreached.filter((_, n) => n % 2 === 0);
    } catch {
      // Without a primary, what is known of the replica stays valid.
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    const { replica, replicaSearch, replicaProbe } = this.#deps;
    await Promise.all([replica, replicaSearch, replicaProbe].map(({ $client }) => $client.end()));
  }

  async #findObstacle({ userId, position }: Reader): Promise<Exclude<ReplicaState, "ready"> | null> {
    if (this.#state !== "ready") return this.#state;
    const version = this.#deps.live.catalogue.current();
    const expected = Math.max(
      position,
      version === null ? 0 : await this.#getCataloguePosition(version),
      userId === null ? 0 : await this.#getUserPosition(userId),
    );
    if (this.#replayed < expected && performance.now() - this.#refreshedAt > refreshMs)
      await this.#readReplayed();
    if (this.#replayed < expected) return "behind";
    if (version !== null && version > this.#version) this.#version = version;
    return null;
  }

  #getCataloguePosition(version: number): Promise<number> {
    if (this.#catalogue?.version === version) return this.#catalogue.position;
    const position = this.readPosition();
    const catalogue = { version, position };
    this.#catalogue = catalogue;
    position.catch(() => {
      if (this.#catalogue === catalogue) this.#catalogue = null;
    });
    return position;
  }

  #expectOf(userId: UserId): void {
    this.#users.delete(userId);
    this.#users.set(userId, { position: null, until: performance.now() + rememberMs });
    if (this.#users.size <= maxUsers) return;
    for (const [oldest] of this.#users) {
      this.#users.delete(oldest);
      break;
    }
  }

  async #getUserPosition(userId: UserId): Promise<number> {
    const user = this.#users.get(userId);
    if (!user) return 0;
    if (user.until > performance.now()) {
      user.position ??= this.readPosition().catch((error) => {
        user.position = null;
        throw error;
      });
      return user.position;
    }
    this.#users.delete(userId);
    return 0;
  }

  /** Null when the server is no replica. */
  readonly #readReplayed = shareQuery(async () => {
    const { rows } = await this.#deps.replicaProbe.$client.query<{ position: number }>(readReplicaPosition);
    this.#refreshedAt = performance.now();
    const [row] = rows;
    // Another replica behind the same URL.
    if (row && row.position < this.#replayed) this.#version = -1;
    if (row) this.#replayed = row.position;
    return row?.position ?? null;
  });

  #setState(state: ReplicaState, err?: unknown): void {
    if (state === this.#state) return;
    this.#state = state;
    const details = { state, lagMs: Math.round(this.#lagMs), ...(err !== undefined && { err }) };
    if (state === "ready") this.#deps.log.info(details, "reading from the replica");
    else this.#deps.log.warn(details, "reading from the primary instead of the replica");
    if (state !== "unreachable") return;
    // Statements that wait for a replica that does not answer are repeated on the primary.
    for (const client of this.#connections) getSocket(client).destroy();
  }
}

const getSocket = (client: pg.PoolClient) =>
  (client as unknown as { readonly connection: { readonly stream: Socket } }).connection.stream;

/** A statement that takes too long on the replica does so on the primary. */
function isStatementTimeout(error: unknown): boolean {
  for (let at = error; at instanceof Error; at = at.cause as unknown) {
    if ((at as { code?: unknown }).code === "57014") return true;
  }
  return false;
}
