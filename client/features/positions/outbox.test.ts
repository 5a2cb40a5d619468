import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { UserId } from "#shared/accounts/user.ts";
import { CallError } from "#shared/api/http-client.ts";
import { BookId } from "#shared/books/book.ts";
import { EventId, PositionEvent } from "#shared/positions/position.ts";
import type { Outbox, Send } from "#client/lib/api/outbox.ts";
import { createMemoryStorage } from "#client/lib/device-storage.ts";
import { clearPositions, createPositionOutbox } from "./outbox.ts";

const amina = UserId.parse("00000000-0000-4000-8000-00000000000a");
const yusuf = UserId.parse("00000000-0000-4000-8000-00000000000b");
const bookId = BookId.parse("00000000-0000-4000-8000-000000000001");

const getId = (n: number) => EventId.parse(`00000000-0000-4000-8000-${String(n).padStart(12, "0")}`);
const makeEvent = (n: number): PositionEvent => ({
  id: getId(n),
  bookId,
  locator: { fraction: n / 10_000 },
  at: new Date(Date.UTC(2026, 2, 1) + n * 1000),
  device: "Phone",
  isDeliberate: false,
});

function createServer() {
  const batches: string[][] = [];
  const network: { failure: unknown; rejectedId: string | null } = { failure: null, rejectedId: null };
  const send: Send = async (events) => {
    if (network.failure) throw network.failure;
    const ids = events.map((each) => (each as { id: string }).id);
    if (network.rejectedId && ids.includes(network.rejectedId)) throw new CallError(400, "");
    batches.push(ids);
  };
  return { batches, network, send };
}

const enqueue = (outbox: Outbox, event: PositionEvent) =>
  outbox.enqueue(event.id, z.encode(PositionEvent, event));

const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("the outbox", () => {
  test("sends an event at once and removes it after the reply", async () => {
    const { batches, send } = createServer();
    const outbox = createPositionOutbox(amina, createMemoryStorage(), send);

    enqueue(outbox, makeEvent(1));
    await settle();

    expect(batches).toEqual([[getId(1)]]);
    expect(outbox.size).toBe(0);
  });

  test("stores 500 events offline and sends them once, oldest first, in five batches", async () => {
    const { batches, network, send } = createServer();
    const outbox = createPositionOutbox(amina, createMemoryStorage(), send);
    network.failure = new TypeError("Failed to fetch");
    for (let n = 500; n > 0; n--) enqueue(outbox, makeEvent(n));
    await settle();
    expect(outbox.size).toBe(500);

    network.failure = null;
    await Promise.all([outbox.flush(), outbox.flush()]);

    expect(batches.map(({ length }) => length)).toEqual([100, 100, 100, 100, 100]);
    expect(batches.flat()).toEqual(Array.from({ length: 500 }, (_, n) => getId(n + 1)));
    expect(outbox.size).toBe(0);
  });

  test("retries with growing delays", async () => {
    const { batches, network, send } = createServer();
    const sent = vi.fn(send);
    const outbox = createPositionOutbox(amina, createMemoryStorage(), sent);
    network.failure = new CallError(503, "");

    enqueue(outbox, makeEvent(1));
    await settle();
    for (const [n, seconds] of [2, 5, 15, 60, 300, 300, 300].entries()) {
      await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
      expect(sent).toHaveBeenCalledTimes(n + 1);
      if (n === 6) network.failure = null;
      await vi.advanceTimersByTimeAsync(1);
    }

    expect(batches).toEqual([[getId(1)]]);
  });

  test("isolates an event that the server rejects", async () => {
    const { batches, network, send } = createServer();
    const outbox = createPositionOutbox(amina, createMemoryStorage(), send);
    network.failure = new TypeError("Failed to fetch");
    for (let n = 1; n <= 9; n++) enqueue(outbox, makeEvent(n));
    await settle();

    network.failure = null;
    network.rejectedId = getId(5);
    await outbox.flush();

    expect(batches.flat().sort()).toEqual([1, 2, 3, 4, 6, 7, 8, 9].map(getId));
    expect(outbox.size).toBe(0);
  });

  test("waits for the next sign-in after the session ended, then sends", async () => {
    const { batches, network, send } = createServer();
    const storage = createMemoryStorage();
    network.failure = new CallError(401, "");
    enqueue(createPositionOutbox(amina, storage, send), makeEvent(1));
    await vi.advanceTimersByTimeAsync(600_000);
    expect(batches).toEqual([]);

    network.failure = null;
    await createPositionOutbox(amina, storage, send).flush();

    expect(batches).toEqual([[getId(1)]]);
  });

  test("separates accounts and clears one of them", async () => {
    const { batches, network, send } = createServer();
    const storage = createMemoryStorage();
    network.failure = new TypeError("Failed to fetch");
    enqueue(createPositionOutbox(amina, storage, send), makeEvent(1));
    enqueue(createPositionOutbox(yusuf, storage, send), makeEvent(2));
    await settle();

    clearPositions(amina, storage);
    network.failure = null;
    await createPositionOutbox(amina, storage, send).flush();
    await createPositionOutbox(yusuf, storage, send).flush();

    expect(batches).toEqual([[getId(2)]]);
  });

  test("ignores foreign entries in its store", async () => {
    const { batches, send } = createServer();
    const storage = createMemoryStorage();
    for (const [n, text] of ["{", "null", '"text"', "{}"].entries())
      storage.setItem(`maktaba.position.${amina}.broken-${n}`, text);
    const outbox = createPositionOutbox(amina, storage, send);

    enqueue(outbox, makeEvent(1));
    await settle();

    expect(batches).toEqual([[getId(1)]]);
  });

  test("sends events that do not fit on the device", async () => {
    const { batches, network, send } = createServer();
    const storage = createMemoryStorage();
    storage.setItem = () => {
      throw new DOMException("full", "QuotaExceededError");
    };
    const outbox = createPositionOutbox(amina, storage, send);
    network.failure = new TypeError("Failed to fetch");
    enqueue(outbox, makeEvent(2));
    await settle();

    network.failure = null;
    await outbox.flush();

    expect(batches).toEqual([[getId(2)]]);
    expect(outbox.size).toBe(0);
  });

  test("sends the account with the events, also while the page closes", async () => {
    const requests: unknown[] = [];
    vi.stubGlobal("fetch", async (_url: string, { body, keepalive }: RequestInit) => {
      requests.push([keepalive, JSON.parse(String(body))]);
      return Response.json({ current: [], accepted: [] });
    });
    const outbox = createPositionOutbox(amina, createMemoryStorage());
    outbox.enqueue(getId(1), z.encode(PositionEvent, makeEvent(1)), { keepalive: true });
    await settle();
    vi.unstubAllGlobals();

    expect(requests).toMatchObject([[true, { reader: amina, events: [{ id: getId(1) }] }]]);
  });

  test("thins out the oldest events before the storage is full", async () => {
    const { network, send } = createServer();
    const outbox = createPositionOutbox(amina, createMemoryStorage(), send);
    network.failure = new TypeError("Failed to fetch");
    enqueue(outbox, makeEvent(0));
    await settle();

    for (let n = 1; n <= 2_001; n++) enqueue(outbox, makeEvent(n));

    expect(outbox.size).toBeLessThan(10);
  });

  test("keeps the newest event of each book when the storage is full", async () => {
    const { batches, network, send } = createServer();
    const outbox = createPositionOutbox(amina, createMemoryStorage(), send);
    network.failure = new TypeError("Failed to fetch");
    const other = { ...makeEvent(5_000), bookId: BookId.parse("00000000-0000-4000-8000-000000000002") };
    enqueue(outbox, { ...other, id: getId(4_999), at: makeEvent(0).at });
    enqueue(outbox, { ...other, at: makeEvent(1).at });
    await settle();
    // The last one makes room.
    for (let n = 2; n <= 2_000; n++) enqueue(outbox, makeEvent(n));
    network.failure = null;
    await outbox.flush();

    expect(batches.flat()).toEqual([getId(5_000), getId(1_999), getId(2_000)]);
  });
});
