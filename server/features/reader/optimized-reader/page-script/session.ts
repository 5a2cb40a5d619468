import type { createId } from "./create-id.ts";
import type { Outbox } from "./outbox.ts";

export interface Limits {
  readonly idleTimeoutMs: number;
  readonly minSessionMs: number;
}

interface Session {
  readonly id: string;
  readonly user: string | undefined;
  readonly book: string | undefined;
  /** Milliseconds since 1970. */
  readonly start: number;
  end: number;
  /** Fractions of the book. */
  readonly from: number;
  read: number;
  chapters: number;
}

/** The current session, which continues on the next page of the book. */
export function createSession(
  outbox: Outbox,
  createSessionId: typeof createId,
  { idleTimeoutMs, minSessionMs }: Limits,
) {
  const [maxPauseMs, maxSessionMs, maxRead, maxChapters] = [3_000, 43_200_000, 10, 500];
  const storageKey = "maktaba.reading-session";
  const { user, book, device } = document.body.dataset;
  let session: Session | null = null;
  let reportedUntil = 0;

  const getTimeZone = () => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone) return timeZone;
    const minutes = -new Date().getTimezoneOffset();
    const pad = (n: number) => String(Math.floor(n)).padStart(2, "0");
    return `${minutes < 0 ? "-" : "+"}${pad(Math.abs(minutes) / 60)}:${pad(Math.abs(minutes) % 60)}`;
  };
  const store = () => {
    try {
      sessionStorage.setItem(storageKey, JSON.stringify(session));
    } catch {
      // The next page starts a new session.
    }
  };
  const readStored = (): Session | null => {
    try {
      return JSON.parse(sessionStorage.getItem(storageKey) ?? "null");
    } catch {
      return null;
    }
  };

  return {
    resume(time: number): void {
      const stored = readStored();
      const pause = stored?.user === user && stored?.book === book ? time - (stored?.end ?? time) : -1;
      session = pause >= 0 && pause < maxPauseMs ? stored : null;
      if (session) reportedUntil = session.end;
    },
    continueUntil(end: number, countedUntil: number, from: number): void {
      const isOver =
        session && (countedUntil - session.end >= maxPauseMs || session.end - session.start > maxSessionMs);
      if (!session || isOver) {
        session = { id: createSessionId(), user, book, start: countedUntil, end, from, read: 0, chapters: 0 };
        reportedUntil = countedUntil;
      }
      session.end = end;
      store();
    },
    /** @returns false when there is no session */
    addProgress(read: number, chapters: number): boolean {
      if (!session) return false;
      session.read += Math.max(0, read);
      session.chapters += chapters;
      return true;
    },
    report(to: number, isOver: boolean): void {
      if (!session || session.end - session.start < minSessionMs) return;
      const { id, start, end, from, read, chapters } = session;
      outbox.enqueue("time", id, {
        bookId: book,
        kind: "reading",
        startedAt: new Date(start).toISOString(),
        endedAt: new Date(end).toISOString(),
        zone: getTimeZone(),
        device,
        from,
        to,
        ...(read > 0 && { read: Math.min(maxRead, read) }),
        ...(chapters > 0 && { chapters: Math.min(maxChapters, chapters) }),
      });
      if (!isOver && end - reportedUntil < idleTimeoutMs) return;
      reportedUntil = end;
      void outbox.send("time");
    },
    store,
    end(): void {
      session = null;
    },
  };
}

export type ReadingSession = ReturnType<typeof createSession>;
