import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { UserId } from "#shared/accounts/user.ts";
import type { BookId } from "#shared/books/book.ts";
import type { CurrentPosition } from "#shared/positions/contract.ts";
import type { Locator } from "#shared/positions/position.ts";
import { keptPositionPrefix } from "#client/lib/offline/has-kept-books.ts";
import { applyLastEvent } from "./last-event.ts";
import { getOutboxPrefix } from "./outbox.ts";

const userId = "8d9a5c1e-0000-4000-8000-00000000000a" as UserId;
const bookId = "8d9a5c1e-0000-4000-8000-000000000001" as BookId;
const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, minute));
const inText: Locator = { sentence: "s1-4", fraction: 0.2 };
const inAudio: Locator = { chapter: 2, offset: 30, fraction: 0.4 };

const known: CurrentPosition = {
  current: { bookId, locator: inText, at: at(10), device: "", isDeliberate: true },
  text: inText,
  audio: null,
  isApproximate: false,
};

function storeEvent(minute: number): void {
  const event = { id: "8d9a5c1e-0000-4000-8000-0000000000ee", bookId, locator: inAudio, at: at(minute) };
  localStorage.setItem(
    `${keptPositionPrefix}${userId}.${bookId}`,
    JSON.stringify({ ...event, device: "Chrome/Android", isDeliberate: true }),
  );
}

function storeUnsent(): void {
  localStorage.setItem(`${getOutboxPrefix(userId)}1`, JSON.stringify({ bookId, at: at(20) }));
}

beforeEach(() => localStorage.clear());
afterEach(() => void vi.restoreAllMocks());

test("an unsent event is the current place, and the other format keeps its place", async () => {
  storeEvent(20);
  storeUnsent();

  const shown = await applyLastEvent(Promise.resolve(known), userId, bookId);

  expect(shown).toMatchObject({ current: { locator: inAudio, at: at(20) }, text: inText, audio: inAudio });
});

test("offline, also an event that was sent is newer than the stored reply", async () => {
  storeEvent(20);
  vi.spyOn(navigator, "onLine", "get").mockReturnValue(false);

  const failed = applyLastEvent(Promise.reject(new TypeError("offline")), userId, bookId);

  expect(await failed).toMatchObject({ current: { locator: inAudio }, text: null });
});

test("a newer place of the server stays", async () => {
  storeEvent(5);
  storeUnsent();
  expect(await applyLastEvent(Promise.resolve(known), userId, bookId)).toBe(known);
  localStorage.clear();
  storeEvent(20);
  expect(await applyLastEvent(Promise.resolve(known), userId, bookId)).toBe(known);
});
