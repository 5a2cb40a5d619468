import { hash } from "node:crypto";
import { type SessionData, Store } from "express-session";
import type { UserId } from "#shared/accounts/user.ts";
import { unavailable } from "#server/http/api/problem.ts";
import { getAreaLog } from "#server/logging/log.ts";
import type { Services } from "#server/services.ts";
import { broadcastSessionEnded, sessionEnded } from "./auth-cache.ts";
import {
  deleteSession,
  deleteUserSessions,
  findSession,
  type SessionRow,
  touchSession,
  upsertSession,
} from "./session-queries.ts";

const hours = 3_600_000;

/** Session lifetimes in milliseconds: idle and absolute. */
const lifetimes = {
  untilClosed: { idle: 24 * hours, absolute: 7 * 24 * hours },
  remembered: { idle: 30 * 24 * hours, absolute: 180 * 24 * hours },
};

export const persistentSessionMs = lifetimes.remembered.absolute;

const cacheMs = 5_000;
const touchIntervalMs = 5 * 60_000;
const maxCached = 20_000;

type Deps = Pick<Services, "db" | "clock" | "live" | "log">;

interface CachedSession {
  readonly session: SessionData | null;
  /** By `performance.now()`. */
  readonly until: number;
}

export const hashSession = (id: string) => hash("sha256", id, "base64url");

/**
 * Sessions in Postgres with hashed ids, cached for 5 s per process and invalidated by events. A database
 * failure is `unavailable`, never a guest.
 */
export class PostgresSessions extends Store {
  readonly #services: Deps;
  readonly #cache = new Map<string, CachedSession>();
  #endings = 0;

  constructor(services: Deps) {
    super();
    this.#services = services;
    services.live.onBroadcast(sessionEnded, (idHash) => {
      this.#endings += 1;
      this.#cache.delete(idHash);
    });
    services.live.onGap(() => this.#cache.clear());
  }

  override get(id: string, done: (error: unknown, session?: SessionData | null) => void): void {
    const idHash = hashSession(id);
    const cached = this.#cache.get(idHash);
    if (cached && cached.until > performance.now()) {
      done(null, getCopy(cached.session));
      return;
    }
    this.#read(idHash).then(
      (session) => done(null, getCopy(session)),
      (error) => done(this.#logFailure(error)),
    );
  }

  override set(id: string, session: SessionData, done: (error?: unknown) => void = () => {}): void {
    const idHash = hashSession(id);
    const row = this.#toRow(idHash, session);
    upsertSession(this.#services.db, row).then(
      () => {
        this.#store(idHash, row.data as unknown as SessionData);
        done();
      },
      (error) => done(this.#logFailure(error)),
    );
  }

  override destroy(id: string, done: (error?: unknown) => void = () => {}): void {
    const idHash = hashSession(id);
    deleteSession(this.#services.db, idHash)
      .then(() => this.#evict([idHash]))
      .then(
        () => done(),
        (error) => done(this.#logFailure(error)),
      );
  }

  async end(
    userId: UserId,
    condition: { readonly except?: string; readonly only?: string } = {},
  ): Promise<number> {
    const ended = await deleteUserSessions(this.#services.db, userId, condition);
    await this.#evict(ended);
    await this.#services.live.publish(userId, { topics: ["session"] });
    return ended.length;
  }

  async #evict(idHashes: readonly string[]): Promise<void> {
    for (const idHash of idHashes) {
      this.#cache.delete(idHash);
      this.#endings += 1;
      await broadcastSessionEnded(this.#services, idHash);
    }
  }

  async #read(idHash: string): Promise<SessionData | null> {
    const { db, clock } = this.#services;
    const now = clock();
    const before = this.#endings;
    const row = await findSession(db, idHash, now);
    const session = row && (row.data as unknown as SessionData);
    if (before === this.#endings) this.#store(idHash, session);
    if (row && now.getTime() - row.lastSeenAt.getTime() >= touchIntervalMs) await this.#touchRow(row, now);
    return session;
  }

  #touchRow(row: SessionRow, now: Date): Promise<void> {
    const { idle } = getLifetime(row.data);
    const idleUntil = new Date(Math.min(now.getTime() + idle, row.absoluteUntil.getTime()));
    return touchSession(this.#services.db, row.idHash, now, idleUntil);
  }

  #toRow(idHash: string, session: SessionData): SessionRow {
    const now = this.#services.clock();
    const data = JSON.parse(JSON.stringify(session)) as Record<string, unknown>;
    const { idle, absolute } = getLifetime(data);
    const { startedAt = now.getTime(), device = "", network = "", passport } = session;
    const absoluteUntil = new Date(startedAt + absolute);
    return {
      idHash,
      userId: passport?.user ?? null,
      data,
      device,
      network,
      createdAt: new Date(startedAt),
      lastSeenAt: now,
      staffSeenAt: null,
      idleUntil: new Date(Math.min(now.getTime() + idle, absoluteUntil.getTime())),
      absoluteUntil,
    };
  }

  #store(idHash: string, session: SessionData | null): void {
    if (this.#cache.size >= maxCached) this.#cache.clear();
    this.#cache.set(idHash, { session, until: performance.now() + cacheMs });
  }

  #logFailure(error: unknown): unknown {
    getAreaLog(this.#services.log, "auth").error({ err: error }, "sessions cannot be read or stored");
    return unavailable();
  }
}

function getCopy(session: SessionData | null): SessionData | null {
  return session && { ...session, ...(session.passport && { passport: { ...session.passport } }) };
}

function getLifetime(data: Readonly<Record<string, unknown>>) {
  return data["isRemembered"] === true ? lifetimes.remembered : lifetimes.untilClosed;
}
