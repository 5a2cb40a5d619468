import { beforeEach, describe, expect, test, vi } from "vitest";
import { UserId } from "#shared/accounts/user.ts";
import { CallError } from "#shared/api/http-client.ts";
import { toDevice } from "#shared/api/user-agent.ts";
import { BookId } from "#shared/books/book.ts";
import { setLastUser } from "#client/lib/api/last-user.ts";
import type { Send } from "#client/lib/api/outbox.ts";
import { createMemoryStorage } from "#client/lib/device-storage.ts";
import { keptBooksKey, keptPositionPrefix } from "#client/lib/offline/has-kept-books.ts";
import { makeUser } from "#client/testing/factories.ts";
import { findGuestPosition, listGuestPositions, saveGuestPosition } from "./guest-positions.ts";
import { PositionTracker } from "./position-tracker.ts";

const amina = UserId.parse("00000000-0000-4000-8000-00000000000a");
const bookId = BookId.parse("00000000-0000-4000-8000-000000000001");
const otherId = BookId.parse("00000000-0000-4000-8000-000000000002");

function setUp() {
  const sent: { readonly events: readonly unknown[]; readonly keepalive: boolean }[] = [];
  const storage = createMemoryStorage();
  const send: Send = async (events, { keepalive }) => void sent.push({ events, keepalive });
  return { tracker: new PositionTracker(storage, send), storage, sent, send };
}

/** Events can be sent twice; their ids identify them. */
const listEvents = (sent: ReturnType<typeof setUp>["sent"]) => [
  ...new Map(
    sent.flatMap(({ events }) => events).map((event) => [(event as { id: string }).id, event]),
  ).values(),
];

const countStored = ({ length }: Storage) => length;

let fixture = setUp();
beforeEach(() => {
  fixture = setUp();
});

describe("positions", () => {
  test("of a reader are sent to the server with the device's name", async () => {
    const { tracker, sent, storage } = fixture;
    tracker.setReader(amina);

    tracker.report(bookId, { chapter: 2, offset: 5, fraction: 0.4 }, true);
    tracker.saveNow(bookId);

    expect(sent).toMatchObject([
      {
        events: [
          {
            bookId,
            locator: { chapter: 2 },
            isDeliberate: true,
            device: toDevice(navigator.userAgent),
          },
        ],
      },
    ]);
    expect(findGuestPosition(bookId, storage)).toBeNull();
  });

  test("are saved with keepalive when the page is hidden", () => {
    const { tracker, sent } = fixture;
    tracker.setReader(amina);
    tracker.report(bookId, { fraction: 0.4 }, false);

    dispatchEvent(new Event("pagehide"));

    expect(sent).toMatchObject([{ keepalive: true }]);
  });

  test("that could not be saved before the page closed are sent at the next visit", async () => {
    const { tracker, sent, storage } = fixture;
    tracker.setReader(amina);
    tracker.report(bookId, { fraction: 0.4 }, true);
    tracker.saveNow();
    await vi.waitFor(() => expect(countStored(storage)).toBe(0));
    tracker.report(bookId, { fraction: 0.41 }, true);
    tracker.report(bookId, { fraction: 0.42 }, true);
    expect(sent).toHaveLength(1);

    const next = new PositionTracker(storage, fixture.send);
    await next.waitForUpload(amina);

    expect(sent[1]?.events).toMatchObject([{ bookId, locator: { fraction: 0.42 }, isDeliberate: true }]);
    expect(sent).toHaveLength(2);
    expect(countStored(storage)).toBe(0);
  });

  test("of this window follow those that another window sent", async () => {
    const { tracker, sent, storage } = fixture;
    tracker.setReader(amina);
    tracker.report(bookId, { fraction: 0.4 }, true);
    await new PositionTracker(storage, fixture.send).waitForUpload(amina);

    tracker.report(bookId, { fraction: 0.5 }, true);
    tracker.saveNow();

    await vi.waitFor(() => expect(countStored(storage)).toBe(0));
    const events = sent.flatMap((each) => each.events as { id: string; locator: object }[]);
    expect(events.map(({ locator }) => locator)).toEqual([{ fraction: 0.4 }, { fraction: 0.5 }]);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
  });

  test("are loaded after those of an earlier visit were sent or rejected", async () => {
    vi.useFakeTimers();
    const order: string[] = [];
    const recordRequest = (tracker: PositionTracker) =>
      tracker.waitForUpload(amina).then(() => order.push("asked"));
    const createSlowSend = (ms: number): Send => {
      return () => new Promise((resolve) => setTimeout(() => resolve(void order.push("sent")), ms));
    };
    for (const ms of [2_000, 4_000]) {
      const storage = createMemoryStorage();
      const previous = new PositionTracker(storage, fixture.send);
      previous.setReader(amina);
      previous.report(bookId, { fraction: 0.4 }, true);
      void recordRequest(new PositionTracker(storage, createSlowSend(ms)));
      await vi.advanceTimersByTimeAsync(5_000);
    }
    vi.useRealTimers();

    expect(order).toEqual(["sent", "asked", "asked", "sent"]);
  });

  test("of a guest stay on the device and are offered after sign-in", async () => {
    const { tracker, sent, storage } = fixture;
    tracker.report(bookId, { fraction: 0.4 }, true);
    tracker.saveNow();
    expect(findGuestPosition(bookId, storage)?.locator).toEqual({ fraction: 0.4 });
    expect(sent).toEqual([]);

    tracker.setReader(amina);
    expect(tracker.countGuestPositions()).toBe(1);
    tracker.claimGuestPositions();

    await vi.waitFor(() =>
      expect(sent.flatMap(({ events }) => events)).toMatchObject([{ locator: { fraction: 0.4 } }]),
    );
    expect(tracker.countGuestPositions()).toBe(0);
  });

  test("while the session loads, belong to the last user of the device", async () => {
    const { tracker, sent } = fixture;
    setLastUser(makeUser({ id: amina }));
    tracker.report(bookId, { fraction: 0.4 }, true);
    tracker.saveNow();
    setLastUser(null);

    await vi.waitFor(() =>
      expect(sent.flatMap(({ events }) => events)).toMatchObject([{ locator: { fraction: 0.4 } }]),
    );
    expect(tracker.countGuestPositions()).toBe(0);
  });

  test("of a book that is read and heard are merged", async () => {
    const { tracker, sent } = fixture;
    tracker.setReader(amina);
    const stop = tracker.setResolver(bookId, (locator) =>
      locator.chapter === undefined ? null : { ...locator, sentence: "s1-4" as never },
    );

    tracker.report(bookId, { cfi: "epubcfi(/6/4!/4)", fraction: 0.3 }, true);
    tracker.report(bookId, { chapter: 2, offset: 5, fraction: 0.4 }, true);
    tracker.saveNow();
    await vi.waitFor(() => expect(sent).toHaveLength(1));
    stop();
    tracker.report(bookId, { cfi: "epubcfi(/6/4!/4)", fraction: 0.3 }, true);
    tracker.saveNow();

    await vi.waitFor(() =>
      expect(sent.flatMap(({ events }) => events)).toMatchObject([
        { locator: { sentence: "s1-4", chapter: 2, offset: 5, fraction: 0.4 } },
        { locator: { cfi: "epubcfi(/6/4!/4)" } },
      ]),
    );
  });

  test("of a guest are deleted when declined", () => {
    const { tracker, sent } = fixture;
    tracker.report(bookId, { fraction: 0.4 }, true);
    tracker.saveNow();
    tracker.setReader(amina);

    tracker.declineGuestPositions();

    expect(tracker.countGuestPositions()).toBe(0);
    expect(sent).toEqual([]);
  });

  test("are removed from the device on sign-out", async () => {
    const { tracker, storage, sent } = fixture;
    tracker.setReader(amina);
    tracker.report(bookId, { fraction: 0.4 }, true);

    await tracker.signOut();

    expect(sent.flatMap(({ events }) => events)).toMatchObject([{ locator: { fraction: 0.4 } }]);
    expect(Array.from({ length: storage.length }, (_, n) => storage.key(n))).toEqual([]);
  });

  test("are kept on the device when signing out fails", async () => {
    const storage = createMemoryStorage();
    const offline = new PositionTracker(storage, () => Promise.reject(new TypeError("Failed to fetch")));
    offline.setReader(amina);
    offline.report(bookId, { fraction: 0.4 }, true);
    await Promise.all([offline.signOut(), offline.signOut()]);

    new PositionTracker(storage, fixture.send).setReader(amina);

    expect(fixture.sent.flatMap(({ events }) => events)).toMatchObject([{ locator: { fraction: 0.4 } }]);
  });

  test("are sent with an expired session", async () => {
    const storage = createMemoryStorage();
    const trackerWithoutSession = new PositionTracker(storage, () => Promise.reject(new CallError(401, "")));
    trackerWithoutSession.setReader(amina);
    trackerWithoutSession.report(bookId, { fraction: 0.4 }, true);

    await trackerWithoutSession.signOut();

    expect(countStored(storage)).toBe(0);
  });

  test("that arrive after a sign-out belong to nobody", async () => {
    const { tracker, storage, sent } = fixture;
    tracker.setReader(amina);
    await tracker.signOut();

    tracker.report(bookId, { fraction: 0.6 }, true);
    tracker.saveNow();
    expect([sent, countStored(storage)]).toEqual([[], 0]);

    tracker.setReader(null);
    tracker.report(bookId, { fraction: 0.7 }, true);
    expect(findGuestPosition(bookId, storage)?.locator).toEqual({ fraction: 0.7 });
  });

  test("are saved when the page is hidden, and not when it is shown again", () => {
    const { tracker, sent } = fixture;
    tracker.setReader(amina);
    const visibility = vi.spyOn(document, "visibilityState", "get");
    for (const state of ["visible", "hidden"] as const) {
      tracker.report(bookId, { fraction: 0.4 }, false);
      visibility.mockReturnValue(state);
      document.dispatchEvent(new Event("visibilitychange"));
      expect(sent).toHaveLength(state === "hidden" ? 1 : 0);
    }
    visibility.mockRestore();
  });

  test("name the version of the text that a sentence is of, and a reset", async () => {
    const { tracker, sent } = fixture;
    tracker.setReader(amina);
    const version = "0123456789abcdef";
    tracker.setTextVersion(bookId, version);
    const sentence = "s1-4" as never;
    const save = (id: BookId, locator: object, options?: { reset: boolean }) => {
      tracker.report(id, { fraction: 0, ...locator }, true, options);
      tracker.saveNow(id);
    };
    save(bookId, { sentence });
    save(bookId, { chapter: 1, offset: 5 });
    save(otherId, { sentence });
    save(bookId, {}, { reset: true });

    const listSent = () => listEvents(sent) as { version?: string; reset?: true }[];
    await vi.waitFor(() => expect(listSent()).toHaveLength(4));
    expect(listSent().map(({ version, reset }) => [version, reset])).toEqual([
      [version, undefined],
      [undefined, undefined],
      [undefined, undefined],
      [undefined, true],
    ]);
  });

  test("of one book are saved without those of another, and their time is known", () => {
    const { tracker } = fixture;
    tracker.setReader(amina);
    tracker.report(bookId, { fraction: 0.4 }, false);
    tracker.report(otherId, { fraction: 0.5 }, false);
    expect(tracker.getLastSaved(bookId)).toBeNull();

    tracker.saveNow(bookId);

    expect(tracker.getLastSaved(bookId)).toBeInstanceOf(Date);
    expect(tracker.getLastSaved(otherId)).toBeNull();
  });

  test("that do not fit on the device are sent once, the newest of each book", async () => {
    const storage = createMemoryStorage();
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const tracker = new PositionTracker(storage, fixture.send);
    tracker.setReader(amina);
    tracker.report(bookId, { fraction: 0.1 }, true);
    tracker.report(bookId, { fraction: 0.2 }, true);
    tracker.saveNow(bookId);
    await vi.waitFor(() => expect(fixture.sent).toHaveLength(1));
    expect(fixture.sent[0]?.events).toMatchObject([{ locator: { fraction: 0.2 } }]);
  });

  test("of readers with books on the device are stored for screens without a connection", () => {
    const { tracker, storage } = fixture;
    tracker.setReader(amina);
    localStorage.setItem(keptBooksKey, "[]");
    tracker.report(bookId, { fraction: 0.4 }, true);
    localStorage.removeItem(keptBooksKey);
    tracker.report(otherId, { fraction: 0.5 }, true);
    expect(storage.getItem(`${keptPositionPrefix}${amina}.${bookId}`)).toContain('"fraction":0.4');
    expect(storage.getItem(`${keptPositionPrefix}${amina}.${otherId}`)).toBeNull();
  });

  test("in the text that were reported last are known until another reader signs in", () => {
    const { tracker } = fixture;
    tracker.setReader(amina);
    tracker.report(bookId, { fraction: 0.4 }, true);
    tracker.report(bookId, { chapter: 1, offset: 5, fraction: 0.6 }, true);
    tracker.setReader(amina);
    expect(tracker.getLastReported(bookId)?.locator).toEqual({ fraction: 0.4 });
    tracker.setReader(null);
    expect(tracker.getLastReported(bookId)).toBeNull();
  });

  test("wait for the network, and are sent when it returns", async () => {
    vi.useFakeTimers();
    const { tracker, sent, storage } = fixture;
    tracker.setReader(amina);
    expect(sent).toEqual([]);
    tracker.report(bookId, { fraction: 0.4 }, true);
    dispatchEvent(new Event("online"));
    await vi.advanceTimersByTimeAsync(0);
    vi.useRealTimers();
    expect(sent).toHaveLength(1);
    expect(countStored(storage)).toBe(0);
    const guest = new PositionTracker(createMemoryStorage(), fixture.send);
    dispatchEvent(new Event("online"));
    await guest.waitUntilSaved();
    await guest.signOut();
    expect(guest.countGuestPositions()).toBe(0);
  });

  test("follow the resolver that was set last", async () => {
    const { tracker, sent } = fixture;
    tracker.setReader(amina);
    const stopFirst = tracker.setResolver(bookId, () => null);
    const stopSecond = tracker.setResolver(bookId, (locator) => ({ ...locator, fraction: 0.9 }));
    stopFirst();
    tracker.report(bookId, { fraction: 0.1 }, true);
    tracker.saveNow(bookId);
    stopSecond();
    tracker.report(bookId, { fraction: 0.2 }, true);
    tracker.saveNow(bookId);
    await vi.waitFor(() =>
      expect(listEvents(sent)).toMatchObject([
        { locator: { fraction: 0.9 } },
        { locator: { fraction: 0.2 } },
      ]),
    );
  });

  test("of a guest are claimed as isDeliberate ones, the newest first, and other things stay", async () => {
    const { tracker, storage, sent } = fixture;
    storage.setItem("maktaba.other", "kept");
    storage.setItem("maktaba.guest-position.broken", "{");
    for (const [id, time] of [
      [bookId, "2026-03-01"],
      [otherId, "2026-03-02"],
    ] as const) {
      saveGuestPosition({ bookId: id, locator: { fraction: 0.3 }, at: new Date(time) }, storage);
    }
    expect(listGuestPositions(storage).map((each) => each.bookId)).toEqual([otherId, bookId]);
    tracker.setReader(amina);
    tracker.claimGuestPositions();
    await vi.waitFor(() => expect(sent.flatMap(({ events }) => events)).toHaveLength(2));
    expect(sent.every(({ keepalive }) => !keepalive)).toBe(true);
    const events = sent.flatMap((each) => each.events as { isDeliberate: boolean; reset?: true }[]);
    expect(events.map(({ isDeliberate, reset }) => [isDeliberate, reset])).toEqual([
      [true, undefined],
      [true, undefined],
    ]);
    expect(storage.getItem("maktaba.other")).toBe("kept");
  });
});
