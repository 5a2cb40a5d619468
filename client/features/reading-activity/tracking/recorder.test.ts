import { beforeEach, describe, expect, test } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { BookId } from "#shared/books/book.ts";
import type { SessionId } from "#shared/reading-activity/session.ts";
import { createMemoryStorage } from "#client/lib/device-storage.ts";
import { MonotonicClock } from "./monotonic-clock.ts";
import { Recorder, type TimeSpent } from "./recorder.ts";

const amina = UserId.parse("00000000-0000-4000-8000-00000000000a");
const yusuf = UserId.parse("00000000-0000-4000-8000-00000000000b");
const [bookA, bookB] = ["1", "2"].map((n) => BookId.parse(`00000000-0000-4000-8000-00000000000${n}`));
if (!bookA || !bookB) throw new Error("no books");
const start = Date.parse("2026-03-01T10:00:00Z");

interface Sent {
  readonly id: SessionId;
  readonly kind: string;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly read?: number;
}

function createDevice() {
  const time = { wallMs: start, ticks: 500 };
  const sent = new Map<SessionId, Sent>();
  const network = { isOnline: true, sends: 0, closed: [] as SessionId[] };
  const storage = createMemoryStorage();
  const recorder = new Recorder({
    storage,
    clock: new MonotonicClock({ wallClock: () => time.wallMs, ticks: () => time.ticks }),
    send: async (sessions) => {
      network.sends += 1;
      if (!network.isOnline) throw new TypeError("Failed to fetch");
      const accepted = (sessions as Sent[]).filter(({ id }) => !network.closed.includes(id));
      for (const session of accepted) sent.set(session.id, session);
      return network.closed;
    },
  });
  recorder.setReader(amina);
  return {
    time,
    recorder,
    storage,
    network,
    sent,
    advance: (ms: number) => {
      time.wallMs += ms;
      time.ticks += ms;
    },
    /** Advances the clock by seconds, or in larger steps. */
    addTime: (steps: number, { ms = 1_000, ...options }: Partial<TimeSpent> = {}) => {
      for (let n = 0; n < steps; n++) {
        time.wallMs += ms;
        time.ticks += ms;
        recorder.addTime({ kind: "reading", bookId: bookA ?? throwNoBook(), ms, ...options });
      }
    },
    sessions: async () => {
      recorder.pauseSession("reading");
      recorder.pauseSession("listening");
      await new Promise((resolve) => setTimeout(resolve, 0));
      return [...sent.values()].map(({ kind, startedAt, endedAt }) => [
        kind,
        (Date.parse(startedAt) - start) / 1000,
        (Date.parse(endedAt) - start) / 1000,
      ]);
    },
  };
}

function throwNoBook(): never {
  throw new Error("no book");
}

let device = createDevice();
beforeEach(() => {
  device = createDevice();
});

describe("the session recorder", () => {
  test("joins consecutive time into one growing session", async () => {
    device.addTime(30);
    expect(await device.sessions()).toEqual([["reading", 0, 30]]);
    device.addTime(30);
    expect(await device.sessions()).toEqual([["reading", 0, 60]]);
  });

  test("bridges a gap of less than three seconds only", async () => {
    device.addTime(10);
    device.advance(2_900);
    device.addTime(10);
    device.advance(3_100);
    device.addTime(10);

    expect(await device.sessions()).toEqual([
      ["reading", 0, 22.9],
      ["reading", 26, 36],
    ]);
  });

  test("drops sessions under three seconds", async () => {
    device.addTime(2);

    expect(await device.sessions()).toEqual([]);
    expect(device.storage.length).toBe(0);
  });

  test("separates books and kinds", async () => {
    device.addTime(10);
    device.addTime(10, { bookId: bookB ?? throwNoBook() });
    device.addTime(10, { kind: "listening" });

    expect(await device.sessions()).toEqual([
      ["reading", 0, 10],
      ["reading", 10, 20],
      ["listening", 20, 30],
    ]);
  });

  test("does not count a night of sleep, with or without timer ticks", async () => {
    device.addTime(10);
    device.time.wallMs += 8 * 3_600_000;
    device.addTime(10);
    device.advance(3_600_000);
    device.addTime(10);

    const lengths = (await device.sessions()).map(([, from, to]) => Number(to) - Number(from));
    expect(lengths).toEqual([10, 10, 10]);
  });

  test("counts correctly when the device clock changes", async () => {
    device.addTime(10);
    device.time.wallMs -= 3_600_000;
    device.addTime(20);

    expect(await device.sessions()).toEqual([["reading", 0, 30]]);
  });

  test("stores unsent sessions every ten seconds, and a later visit sends them", async () => {
    device.network.isOnline = false;
    device.addTime(25);
    expect(device.storage.length).toBe(1);

    const sent: Sent[] = [];
    const next = new Recorder({
      storage: device.storage,
      send: async (sessions) => {
        sent.push(...(sessions as Sent[]));
        return [];
      },
    });
    next.setReader(amina);
    await new Promise((resolve) => setTimeout(resolve, 0));

    expect(sent.map(({ endedAt }) => Date.parse(endedAt) - start)).toEqual([20_000]);
    expect(device.storage.length).toBe(0);
  });

  test("sends a running session every two minutes", async () => {
    device.addTime(119);
    const previous = device.network.sends;
    device.addTime(1);

    expect([previous, device.network.sends - previous]).toEqual([0, 1]);
  });

  test("keeps unsent sessions when a sign-out cannot reach the server", async () => {
    device.network.isOnline = false;
    device.addTime(25);
    await Promise.all([device.recorder.signOut(), device.recorder.signOut()]);
    expect(device.storage.length).toBe(1);

    device.network.isOnline = true;
    device.recorder.setReader(amina);
    expect(await device.sessions()).toEqual([["reading", 0, 25]]);
    expect(device.storage.length).toBe(0);
  });

  test("sends sessions under their own account after another user signed in", async () => {
    const sent: unknown[] = [];
    const recorder = new Recorder({
      storage: device.storage,
      send: async (sessions, { reader }) => {
        sent.push([reader, sessions.length]);
        throw new TypeError("Failed to fetch");
      },
    });
    device.network.isOnline = false;
    device.addTime(25);
    recorder.setReader(amina);
    recorder.setReader(yusuf);
    await new Promise((resolve) => setTimeout(resolve, 0));

    expect(sent).toEqual([[amina, 1]]);
  });

  test("records nothing for guests and after sign-out", async () => {
    device.recorder.setReader(null);
    device.addTime(60);
    expect(await device.sessions()).toEqual([]);

    device.recorder.setReader(amina);
    device.addTime(10);
    await device.recorder.signOut();
    device.addTime(60);
    expect((await device.sessions()).map(([, from, to]) => Number(to) - Number(from))).toEqual([10]);
    expect(device.storage.length).toBe(0);
  });

  test("starts another session after its owner changed the one that was sent", async () => {
    device.addTime(60, { read: 0.001 });
    expect(await device.sessions()).toEqual([["reading", 0, 60]]);
    const [first] = [...device.sent.keys()];
    device.network.closed = first ? [first] : [];

    device.addTime(30, { read: 0.001 });
    await device.sessions();
    device.addTime(30, { read: 0.001 });

    expect(await device.sessions()).toEqual([
      ["reading", 0, 60],
      ["reading", 60, 120],
    ]);
    expect([...device.sent.values()].map(({ read }) => Math.round((read ?? 0) * 1000))).toEqual([60, 60]);
  });

  test("starts another session when its owner changes it here without further activity", async () => {
    device.addTime(60);
    await device.sessions();
    device.addTime(30);
    const [first] = [...device.sent.keys()];

    device.recorder.splitSession(first ? [first] : []);
    device.network.closed = first ? [first] : [];
    dispatchEvent(new Event("pagehide"));

    expect(await device.sessions()).toEqual([
      ["reading", 0, 60],
      ["reading", 60, 90],
    ]);
  });

  test("starts another session after twelve hours", async () => {
    device.addTime(12 * 60 + 1, { ms: 60_000 });

    expect((await device.sessions()).map(([, from, to]) => Number(to) - Number(from))).toEqual([43_200, 60]);
  });
});
