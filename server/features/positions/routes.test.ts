import { randomUUID } from "node:crypto";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import { tabHeader } from "#shared/api/tab-header.ts";
import type { BookId } from "#shared/books/book.ts";
import { positionsContract } from "#shared/positions/contract.ts";
import { EventId, type PositionEvent } from "#shared/positions/position.ts";
import { noBook } from "#server/testing/factories.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { savePositions, getPosition, listPositions } = positionsContract;

const noon = new Date("2026-03-01T12:00:00Z");
const toDate = (time: string) => new Date(`2026-03-01T${time}Z`);

function makeEvent(bookId: BookId, input: Partial<PositionEvent> = {}) {
  const { at: when = toDate("11:00:00"), ...rest } = input;
  return {
    id: randomUUID(),
    bookId,
    locator: { chapter: 1, offset: 30, fraction: 0.3 },
    device: "Phone",
    isDeliberate: false,
    ...rest,
    at: when.toISOString(),
  };
}

const save = (app: TestApp, user: User, events: unknown[], sentAt?: Date) =>
  app.as(user)(savePositions, { body: { events, sentAt } });

const getFraction = async (app: TestApp, user: User, bookId: BookId) =>
  (await app.as(user)(getPosition, { params: { bookId } })).current?.locator.fraction;

describe("saving positions", () => {
  test("returns the current position and the accepted events", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const first = makeEvent(bookId);

    const reply = await save(app, reader, [first]);

    expect(reply.accepted).toEqual([first.id]);
    expect(reply.current).toEqual([
      { bookId, locator: first.locator, at: toDate("11:00:00"), device: "Phone", isDeliberate: false },
    ]);
  });

  test("rejects events of another account", async ({ app }) => {
    const [reader, other] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();
    const body = { events: [makeEvent(bookId)], reader: other.id };

    await expect(app.as(reader)(savePositions, { body })).rejects.toMatchObject({ status: 401 });
    expect(await getFraction(app, reader, bookId)).toBeUndefined();

    await app.as(other)(savePositions, { body });
    expect(await getFraction(app, other, bookId)).toBe(0.3);
  });

  test("is idempotent by id", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const first = makeEvent(bookId);
    const changed = { ...first, locator: { chapter: 9, offset: 1, fraction: 0.9 } };

    await save(app, reader, [first, first]);
    const reply = await save(app, reader, [changed]);

    expect(reply.accepted).toEqual([first.id]);
    expect(reply.current[0]?.locator.fraction).toBe(0.3);
  });

  test("skips invalid events and keeps the rest", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const good = makeEvent(bookId);
    const invalidEvents = [
      null,
      7,
      { ...makeEvent(bookId), locator: { fraction: 2 } },
      { ...makeEvent(bookId), at: "yesterday" },
      { ...makeEvent(bookId), device: "\ud800" },
      { ...makeEvent(bookId), locator: { cfi: "epubcfi(\ud800)", fraction: 0.1 } },
      { ...makeEvent(bookId), unknown: true },
    ];

    const reply = await save(app, reader, [...invalidEvents, good]);

    expect(reply.accepted).toEqual([good.id]);
  });

  test("accepts any date", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const events = ["0001-01-01T00:00:00.000Z", "9999-12-31T23:59:59.999Z"].map((when) => ({
      ...makeEvent(bookId),
      at: when,
    }));

    const reply = await save(app, reader, events, new Date("0001-01-01T00:00:00Z"));

    expect(reply.accepted).toHaveLength(2);
    expect(reply.current[0]?.at).toEqual(noon);
  });

  test("returns 200 when no event was accepted", async ({ app }) => {
    const reader = await app.make.user();

    expect(await save(app, reader, [])).toEqual({ current: [], accepted: [] });
    expect(await save(app, reader, [{}])).toEqual({ current: [], accepted: [] });
    expect(await save(app, reader, [makeEvent(noBook)])).toEqual({ current: [], accepted: [] });
  });

  test("skips invisible books", async ({ app }) => {
    const [reader, owner] = [await app.make.user(), await app.make.user({ isAuthor: true })];
    const employee = await app.make.user({ isEmployee: true });
    const { id: draft } = await app.make.book({ state: "draft", ownerId: owner.id });
    const { id: seen } = await app.make.book();
    const makeEvents = () => [makeEvent(draft), makeEvent(seen)];

    expect((await save(app, reader, makeEvents())).current.map(({ bookId }) => bookId)).toEqual([seen]);
    expect((await save(app, owner, makeEvents())).accepted).toHaveLength(2);
    expect((await save(app, employee, makeEvents())).accepted).toHaveLength(2);
  });

  test("separates users, even with the same event id", async ({ app }) => {
    const [amina, yusuf] = [await app.make.user(), await app.make.user()];
    const { id: bookId } = await app.make.book();
    const aminaEvent = makeEvent(bookId);
    const yusufEvent = { ...aminaEvent, locator: { fraction: 0.8 } };

    await save(app, amina, [aminaEvent]);
    await save(app, yusuf, [yusufEvent]);

    expect(await getFraction(app, amina, bookId)).toBe(0.3);
    expect(await getFraction(app, yusuf, bookId)).toBe(0.8);
  });

  test("notifies the user's other browsers, once per change", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const first = makeEvent(bookId);

    await save(app, reader, [first]);
    await save(app, reader, [first]);
    await app.fetch("/api/positions", {
      method: "POST",
      as: reader,
      headers: { "Content-Type": "application/json", [tabHeader]: "tab-1" },
      body: JSON.stringify({
        events: [makeEvent(bookId, { locator: { fraction: 0.7 }, at: toDate("11:45:00") })],
      }),
    });

    const events = app.published.filter(({ userId }) => userId === reader.id);
    expect(events).toEqual([
      { userId: reader.id, event: { topics: ["position"] } },
      { userId: reader.id, event: { topics: ["position"], origin: "tab-1" } },
    ]);
  });
});

describe("the current position", () => {
  test("stays when an offline device reports an older one", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();

    await save(app, reader, [makeEvent(bookId, { locator: { fraction: 0.5 }, at: toDate("11:30:00") })]);
    await save(app, reader, [makeEvent(bookId, { locator: { fraction: 0.9 }, at: toDate("10:30:00") })]);

    expect(await getFraction(app, reader, bookId)).toBe(0.5);
  });

  test("moves back by a isDeliberate rewind", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const rewind = makeEvent(bookId, {
      locator: { fraction: 0.1 },
      at: toDate("11:31:00"),
      isDeliberate: true,
    });

    await save(app, reader, [makeEvent(bookId, { locator: { fraction: 0.5 }, at: toDate("11:30:00") })]);
    await save(app, reader, [rewind]);

    expect(await getFraction(app, reader, bookId)).toBe(0.1);
  });

  test("is not blocked by a device with a fast clock", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const ahead = new Date("2026-03-03T12:00:00Z");

    await save(app, reader, [
      makeEvent(bookId, { locator: { fraction: 0.5 }, at: ahead, isDeliberate: true }),
    ]);
    app.setClock(toDate("12:00:10"));
    await save(app, reader, [makeEvent(bookId, { locator: { fraction: 0.2 }, at: toDate("12:00:09") })]);
    app.setClock(noon);

    expect(await getFraction(app, reader, bookId)).toBe(0.2);
  });

  test("is changed by a device two days behind that reports its time", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const getBefore = (time: string) => new Date(toDate(time).getTime() - 48 * 3_600_000);

    await save(app, reader, [makeEvent(bookId, { locator: { fraction: 0.5 }, at: toDate("11:30:00") })]);
    await save(
      app,
      reader,
      [makeEvent(bookId, { locator: { fraction: 0.7 }, at: getBefore("11:59:00") })],
      getBefore("12:00:00"),
    );

    expect(await getFraction(app, reader, bookId)).toBe(0.7);
  });

  test("falls below 1 % only by a reset", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const start = { fraction: 0.001 };

    await save(app, reader, [makeEvent(bookId, { locator: { fraction: 0.5 }, at: toDate("11:30:00") })]);
    const rewind = makeEvent(bookId, { locator: start, at: toDate("11:31:00"), isDeliberate: true });
    expect((await save(app, reader, [rewind])).accepted).toEqual([rewind.id]);
    expect(await getFraction(app, reader, bookId)).toBe(0.5);

    await save(app, reader, [makeEvent(bookId, { locator: start, at: toDate("11:32:00"), reset: true })]);
    expect(await getFraction(app, reader, bookId)).toBe(0.001);
  });

  test("does not depend on order, repeats or concurrency", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const events = Array.from({ length: 100 }, (_, n) =>
      makeEvent(bookId, {
        id: EventId.parse(randomUUID()),
        locator: { chapter: 1, offset: n, fraction: ((n * 37) % 100) / 100 },
        at: new Date(toDate("10:00:00").getTime() + n * 10_000),
        device: n % 2 ? "Phone" : "Tablet",
        isDeliberate: n % 7 === 0,
      }),
    );
    const shuffled = events.toSorted((a, b) => a.id.localeCompare(b.id));

    await Promise.all([...shuffled, ...shuffled].map((each) => save(app, reader, [each])));

    const { current } = await app.as(reader)(getPosition, { params: { bookId } });
    expect(current?.locator.offset).toBe(99);
  });
});

describe("a position in a book", () => {
  test("is null before the first event", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();

    const nowhere = { current: null, text: null, audio: null, isApproximate: false };
    expect(await app.as(reader)(getPosition, { params: { bookId } })).toEqual(nowhere);
  });

  test("is approximate in audio when set in the text", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.audiobook({ chapters: 4 });
    await save(app, reader, [makeEvent(bookId, { locator: { cfi: "epubcfi(/6/4)", fraction: 0.625 } })]);

    const locator = await app.as(reader)(getPosition, { params: { bookId } });

    expect(locator.audio).toEqual({ chapter: 3, offset: 30, fraction: 0.625 });
    expect(locator.text?.cfi).toBe("epubcfi(/6/4)");
    expect(locator.isApproximate).toBe(true);
  });

  test("of an invisible book is not found", async ({ app }) => {
    const reader = await app.make.user();
    const { id: draft } = await app.make.book({ state: "draft" });

    for (const bookId of [noBook, draft]) {
      for (const contract of [getPosition, listPositions]) {
        await expect(app.as(reader)(contract, { params: { bookId } })).rejects.toMatchObject({ status: 404 });
      }
    }
  });
});

describe("earlier positions", () => {
  test("are the last on another device, and before a jump", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const input = [
      ["10:00:00", 0.4, "Phone", false],
      ["10:00:10", 0.41, "Phone", false],
      ["10:30:00", 0.2, "Tablet", true],
      ["10:30:10", 0.201, "Tablet", false],
      ["10:31:00", 0.7, "Tablet", true],
      ["10:31:10", 0.701, "Tablet", false],
    ] as const;
    for (const [time, fraction, device, isDeliberate] of input) {
      await save(app, reader, [
        makeEvent(bookId, { locator: { fraction }, at: toDate(time), device, isDeliberate }),
      ]);
    }

    const previous = await app.as(reader)(listPositions, { params: { bookId } });

    expect(previous.map(({ device, locator }) => [device, locator.fraction])).toEqual([
      ["Tablet", 0.201],
      ["Phone", 0.41],
    ]);
  });
});
