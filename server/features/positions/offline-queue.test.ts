import { randomUUID } from "node:crypto";
import { eq } from "drizzle-orm";
import { describe, expect } from "vitest";
import type { User } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import { maxEventsPerRequest, positionsContract } from "#shared/positions/contract.ts";
import { resolveCurrent } from "#shared/positions/resolve-current-position.ts";
import { positionEvents } from "#server/db/schema/reading/positions.ts";
import { test } from "#server/testing/test.ts";
import type { TestApp } from "#server/testing/test-app.ts";

const { savePositions, getPosition } = positionsContract;

const noon = Date.parse("2026-03-01T12:00:00Z");
const hour = 3_600_000;
const maxRequests = 20;

interface EventInput {
  readonly fraction: number;
  readonly at: number;
  readonly device?: string;
  readonly isDeliberate?: boolean;
}

function createEvent(bookId: BookId, { fraction, at, device = "Phone", isDeliberate = false }: EventInput) {
  const locator = { chapter: 1, offset: fraction * 100, fraction };
  return { id: randomUUID(), bookId, locator, at: new Date(at).toISOString(), device, isDeliberate };
}

function shuffle<T>(items: readonly T[], seed: number): T[] {
  let state = seed;
  const getRandom = () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state;
  };
  return items
    .map((item) => ({ item, by: getRandom() }))
    .sort((a, b) => a.by - b.by)
    .map(({ item }) => item);
}

const splitIntoBatches = <T>(items: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(items.length / maxEventsPerRequest) }, (_, n) =>
    items.slice(n * maxEventsPerRequest, (n + 1) * maxEventsPerRequest),
  );

const save = (app: TestApp, user: User, events: readonly unknown[], sentAt?: number) =>
  app.as(user)(savePositions, {
    body: { events: [...events], sentAt: sentAt === undefined ? undefined : new Date(sentAt) },
  });

const getCurrent = async (app: TestApp, user: User, bookId: BookId) =>
  (await app.as(user)(getPosition, { params: { bookId } })).current;

describe("a queue of 500 events", () => {
  function getQueue(books: readonly BookId[]) {
    return Array.from({ length: 500 }, (_, n) => {
      const bookId = books[n % books.length] as BookId;
      const fraction = 0.02 + ((n * 7) % 97) / 100;
      return createEvent(bookId, { fraction, at: noon - 5 * hour + n * 36_000, isDeliberate: n % 11 === 0 });
    });
  }

  test("shuffled and sent twice ends at the right positions in at most 20 requests", async ({ app }) => {
    const reader = await app.make.user();
    const books = [(await app.make.book()).id, (await app.make.book()).id];
    const queue = getQueue(books);
    const requests = [...splitIntoBatches(shuffle(queue, 1)), ...splitIntoBatches(shuffle(queue, 2))];

    const replies = await Promise.all(requests.map((events) => save(app, reader, events)));

    expect(requests.length).toBeLessThanOrEqual(maxRequests);
    expect(replies.flatMap(({ accepted }) => accepted)).toHaveLength(2 * queue.length);
    expect(await app.services.db.$count(positionEvents, eq(positionEvents.userId, reader.id))).toBe(
      queue.length,
    );
    for (const bookId of books) {
      const last = queue.findLast((each) => each.bookId === bookId);
      expect((await getCurrent(app, reader, bookId))?.locator).toEqual(last?.locator);
    }
  });

  test("loses only the invalid event", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const queue = getQueue([bookId]);
    const invalidEvents = [
      null,
      7,
      "\u0000",
      { id: "no id" },
      { ...queue[0], id: randomUUID(), locator: { fraction: 7 } },
    ];
    const ofNoBook = createEvent(randomUUID() as BookId, { fraction: 0.5, at: noon });
    const unstorable = { ...createEvent(bookId, { fraction: 0.5, at: noon }), device: "Phone\u0000" };
    const withInvalid = shuffle([...queue, ...invalidEvents, ofNoBook, unstorable], 3);

    const replies = await Promise.all(
      splitIntoBatches(withInvalid).map((events) => save(app, reader, events)),
    );

    const accepted = replies.flatMap((reply) => reply.accepted);
    expect(accepted.toSorted()).toEqual(queue.map(({ id }) => id).toSorted());
    expect((await getCurrent(app, reader, bookId))?.locator).toEqual(queue.at(-1)?.locator);
  });
});

describe("an outdated device", () => {
  test("writes nothing by opening a book, and its old events change nothing", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const [before, after] = [noon - 2 * hour, noon - hour];
    await save(app, reader, [
      createEvent(bookId, { fraction: 0.6, at: after, device: "Phone", isDeliberate: true }),
    ]);

    await getCurrent(app, reader, bookId);
    expect(await app.services.db.$count(positionEvents, eq(positionEvents.userId, reader.id))).toBe(1);

    const late = createEvent(bookId, { fraction: 0.1, at: before, device: "Tablet", isDeliberate: true });
    const reply = await save(app, reader, [late]);

    expect(reply.accepted).toEqual([late.id]);
    expect(reply.current).toMatchObject([{ locator: { fraction: 0.6 }, device: "Phone" }]);
  });
});

describe("a clock that is two days off", () => {
  test.for([
    ["ahead", 48 * hour],
    ["behind", -48 * hour],
  ] as const)("%s is corrected when the device sends its time", async ([, skew], { app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();
    const addSkew = (at: number) => at + skew;

    await save(app, reader, [createEvent(bookId, { fraction: 0.4, at: noon - 30_000 })], noon);
    const old = createEvent(bookId, { fraction: 0.3, at: addSkew(noon - 60_000), device: "Tablet" });
    await save(app, reader, [old], addSkew(noon));
    expect((await getCurrent(app, reader, bookId))?.locator.fraction).toBe(0.4);

    const newer = createEvent(bookId, { fraction: 0.5, at: addSkew(noon - 1_000), device: "Tablet" });
    await save(app, reader, [newer], addSkew(noon));
    const current = await getCurrent(app, reader, bookId);

    expect(current).toMatchObject({ locator: { fraction: 0.5 }, at: new Date(noon - 1_000) });
  });

  test("never sets a future position, with or without the device time", async ({ app }) => {
    const reader = await app.make.user();
    const { id: bookId } = await app.make.book();

    await save(app, reader, [createEvent(bookId, { fraction: 0.5, at: noon + 48 * hour })]);

    expect((await getCurrent(app, reader, bookId))?.at).toEqual(new Date(noon));
  });

  test("on one of two devices gives the same result in any order", async ({ app }) => {
    const books = [(await app.make.book()).id, (await app.make.book()).id];
    const steps = Array.from({ length: 40 }, (_, n) => ({
      fraction: 0.05 + ((n * 13) % 90) / 100,
      at: noon - hour + n * 60_000,
      isAhead: n % 2 === 1,
    }));

    const found = [];
    for (const [index, bookId] of books.entries()) {
      const reader = await app.make.user();
      const send = ({ fraction, at, isAhead }: (typeof steps)[number]) => {
        const skew = isAhead ? 48 * hour : 0;
        return save(app, reader, [createEvent(bookId, { fraction, at: at + skew })], noon + skew);
      };
      for (const step of shuffle(steps, index + 5)) await send(step);
      found.push((await getCurrent(app, reader, bookId))?.locator.fraction);
    }

    const expected = resolveCurrent(
      steps.map(({ fraction, at }, n) => ({
        id: `${n}` as never,
        at: new Date(at),
        isDeliberate: false,
        locator: { fraction },
      })),
    );
    expect(found).toEqual([expected?.locator.fraction, expected?.locator.fraction]);
  });
});
