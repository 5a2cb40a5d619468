import * as z from "zod/mini";
import type { UserId } from "#shared/accounts/user.ts";
import { toDevice } from "#shared/api/user-agent.ts";
import type { BookId } from "#shared/books/book.ts";
import {
  minSessionMs,
  RecordedSession,
  SessionId,
  type SessionKind,
} from "#shared/reading-activity/session.ts";
import type { Outbox, Send } from "#client/lib/api/outbox.ts";
import { getDeviceStorage } from "#client/lib/device-storage.ts";
import { getDeviceTimeZone } from "#client/lib/i18n/device-time-zone.ts";
import { createId } from "#client/lib/uuid.ts";
import { MonotonicClock } from "./monotonic-clock.ts";
import { createSessionOutbox, deleteAllSessions, type SendSessions, sendActivity } from "./session-outbox.ts";

const bridgedMs = 3_000;
const saveIntervalMs = 10_000;
const sendIntervalMs = 120_000;
const maxSessionMs = 12 * 3_600_000;

export type MeasuredKind = Exclude<SessionKind, "readAlong">;

/** Newly measured time. */
export interface TimeSpent {
  readonly kind: MeasuredKind;
  readonly bookId: BookId;
  readonly ms: number;
  readonly ageMs?: number;
  readonly fraction?: number | undefined;
  readonly read?: number;
  readonly chapters?: number;
}

interface RunningSession {
  readonly id: SessionId;
  readonly bookId: BookId;
  readonly zone: string;
  readonly startedAt: number;
  endedAt: number;
  readonly from: number | undefined;
  to: number | undefined;
  read: number;
  chapters: number;
  storedAt: number;
  sentAt: number;
  /** Null before the first upload. */
  lastSent: SentValues | null;
}

type SentValues = Pick<RunningSession, "endedAt" | "to" | "read" | "chapters">;

export interface RecorderDeps {
  readonly storage?: Storage;
  readonly send?: SendSessions;
  readonly clock?: MonotonicClock;
}

export class Recorder {
  readonly clock: MonotonicClock;
  readonly #storage: Storage;
  readonly #send: SendSessions;
  readonly #running = new Map<SessionKind, RunningSession>();
  #userId: UserId | null = null;
  #outbox: Outbox | null = null;

  constructor({ storage = getDeviceStorage(), send, clock = new MonotonicClock() }: RecorderDeps = {}) {
    this.clock = clock;
    this.#storage = storage;
    this.#send = send ?? sendActivity(() => clock.now());
    addEventListener("online", () => void this.#outbox?.flush());
    addEventListener("pagehide", () => this.#storeAll());
    document.addEventListener("visibilitychange", () => {
      if (document.visibilityState === "hidden") this.#storeAll();
    });
  }

  setReader(userId: UserId | null): void {
    if (userId === this.#userId) return;
    this.#endAll();
    this.#outbox?.close();
    this.#userId = userId;
    this.#outbox = userId && createSessionOutbox(userId, this.#storage, this.#createSender(userId));
    void this.#outbox?.flush();
  }

  addTime(time: TimeSpent): void {
    if (!this.#outbox || !(time.ms >= 0)) return;
    const to = this.clock.now() - (time.ageMs ?? 0);
    const running = this.#getSession(time, to - time.ms);
    running.endedAt = Math.max(running.endedAt, to);
    running.to = time.fraction ?? running.to;
    running.read += time.read ?? 0;
    running.chapters += time.chapters ?? 0;
    if (running.endedAt - running.storedAt >= saveIntervalMs) this.#storeSession(time.kind, running);
    if (running.endedAt - running.sentAt >= sendIntervalMs) this.#sendNow(running);
  }

  /** Sends the session now. It continues if activity resumes within 3 s. */
  pauseSession(kind: MeasuredKind): void {
    const running = this.#running.get(kind);
    if (!running) return;
    this.#storeSession(kind, running);
    this.#sendNow(running);
  }

  /** Resolves when what was measured was sent, or the server was not reached. */
  async flush(): Promise<void> {
    await this.#outbox?.flush();
  }

  splitSession(ids: readonly SessionId[]): void {
    for (const [kind, running] of this.#running) {
      if (!ids.includes(running.id)) continue;
      const next = startContinuation(running);
      this.#running.set(kind, next);
      this.#storeSession(kind, next);
    }
  }

  async signOut(): Promise<void> {
    const [userId, outbox] = [this.#userId, this.#outbox];
    this.#endAll();
    await outbox?.flush({ keepalive: true });
    await outbox?.waitUntilFlushed();
    if (!outbox || this.#outbox !== outbox) return;
    const isReached = !outbox.isUnreachable;
    outbox.close();
    this.#outbox = null;
    this.#userId = null;
    if (userId && isReached) deleteAllSessions(userId, this.#storage);
  }

  #getSession({ kind, bookId, fraction }: TimeSpent, from: number): RunningSession {
    const last = this.#running.get(kind);
    const zone = getDeviceTimeZone();
    if (
      last?.bookId === bookId &&
      last.zone === zone &&
      from - last.endedAt < bridgedMs &&
      last.endedAt - last.startedAt < maxSessionMs
    ) {
      return last;
    }
    if (last) this.#storeSession(kind, last);
    const startedAt = last && last.endedAt > from ? last.endedAt : from;
    const running: RunningSession = {
      id: SessionId.parse(createId()),
      bookId,
      zone,
      startedAt,
      endedAt: startedAt,
      from: fraction,
      to: fraction,
      read: 0,
      chapters: 0,
      storedAt: startedAt,
      sentAt: startedAt,
      lastSent: null,
    };
    this.#running.set(kind, running);
    return running;
  }

  #storeSession(kind: SessionKind, running: RunningSession): void {
    const { id, bookId, zone, startedAt, endedAt, from, to, read, chapters } = running;
    if (endedAt - startedAt < minSessionMs || !this.#outbox) return;
    running.storedAt = endedAt;
    const session: RecordedSession = {
      id,
      bookId,
      kind,
      zone,
      device: toDevice(navigator.userAgent),
      startedAt: new Date(startedAt),
      endedAt: new Date(endedAt),
      ...(from !== undefined && { from }),
      ...(to !== undefined && { to }),
      ...(read > 0 && { read: Math.min(10, read) }),
      ...(chapters > 0 && { chapters: Math.min(500, chapters) }),
    };
    this.#outbox.store(id, z.encode(RecordedSession, session));
  }

  #sendNow(running: RunningSession, keepalive = false): void {
    running.sentAt = running.endedAt;
    void this.#outbox?.flush({ keepalive });
  }

  #createSender(reader: UserId): Send {
    return async (items, options) => {
      const closed = await this.#send(items, { ...options, reader });
      this.splitSession(closed);
      for (const item of items) this.#markSent(item);
    };
  }

  #markSent(item: unknown): void {
    const { data } = RecordedSession.safeParse(item);
    const running = [...this.#running.values()].find(({ id }) => id === data?.id);
    if (!data || !running) return;
    const { endedAt, to, read = 0, chapters = 0 } = data;
    running.lastSent = { endedAt: endedAt.getTime(), to, read, chapters };
  }

  /** The page may close now. */
  #storeAll(): void {
    for (const [kind, running] of this.#running) this.#storeSession(kind, running);
    if (this.#outbox && this.#outbox.size > 0) void this.#outbox.flush({ keepalive: true });
  }

  #endAll(): void {
    for (const [kind, running] of this.#running) this.#storeSession(kind, running);
    this.#running.clear();
  }
}

function startContinuation(running: RunningSession): RunningSession {
  const { endedAt, to, read, chapters } = running.lastSent ?? running;
  return {
    ...running,
    id: SessionId.parse(createId()),
    startedAt: endedAt,
    from: to,
    storedAt: endedAt,
    sentAt: endedAt,
    read: running.read - read,
    chapters: running.chapters - chapters,
    lastSent: null,
  };
}

let instance: Recorder | undefined;

/** The app-wide instance. */
export function getRecorder(): Recorder {
  instance ??= new Recorder();
  return instance;
}
